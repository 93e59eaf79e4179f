"""Open18xx: one engine for many 18xx railway games, each described by a folder of YAML.

Importing this package is cheap on purpose: it pulls in nothing. Import what you need from its parts,
for example :mod:`open18xx.loading` to read a title pack and :mod:`open18xx.engine` to play it.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
