REFUSALS: frozenset[str] = frozenset()
EVENTS: frozenset[str] = frozenset()
