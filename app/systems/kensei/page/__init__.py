"""What pages show: a battle as one viewer may see it, what asks about a Unit show, looks ahead, the set-up."""
