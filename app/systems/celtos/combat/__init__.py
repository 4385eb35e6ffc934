"""Close combat (CEL-CBT, CEL-RES): steps of weapon speed, blows, and the result."""
