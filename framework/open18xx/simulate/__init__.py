"""Games that bots play among themselves, one or many."""
