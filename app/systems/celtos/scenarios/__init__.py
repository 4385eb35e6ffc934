"""Scenarios (CEL-SCN, CEL-VIC): what each says, tokens, battle points and the end."""
