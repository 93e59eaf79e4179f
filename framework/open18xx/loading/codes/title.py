"""Diagnostics of title.yaml, overlays, options and ids."""

from __future__ import annotations

from typing import Final

from open18xx.loading.codes.entry import error, warning

TITLE: Final = (
    error("T001", "value that cannot be used", "It has the right form, but nothing can be made of it."),
    error(
        "T002",
        "unknown pack to extend",
        "An overlay needs the pack it changes.",
        "extends: my-titel",
        "extends: my-title",
    ),
    error("T003", "packs extend each other in a circle", "One of them must stand by itself."),
    error(
        "T004",
        "pack from a newer format",
        "This version of the program does not know the format. Install a newer one.",
        "format: 2",
        "format: 1",
    ),
    error(
        "T005",
        "overlay without an id of its own",
        "An overlay is another title than the one it extends, and game files must tell them apart.",
        "extends: my-title\nid: my-title",
        "extends: my-title\nid: my-title-short",
    ),
    error(
        "T006",
        "overlay changes something that is not there",
        "$remove and $before name a thing that the pack below does not have.",
    ),
    warning("T007", "file that nothing reads", "It is probably misnamed: a pack has a fixed set of files."),
    warning(
        "T008",
        "table that does not say where its figures come from",
        "Other files of the pack name their source. Whoever compares the pack with it needs all of them.",
        "trains:\n  - {id: 2H, cost: 100}",
        "source: the rulebook, page 7\ntrains:\n  - {id: 2H, cost: 100}",
    ),
    error(
        "T009",
        "id given twice",
        "Other files could mean either of the two.",
        "- id: North\n- id: North",
        "- id: North\n- id: South",
    ),
    error(
        "T010",
        "option sets something that is not there",
        "The path leads nowhere, so the option would change nothing.",
        "set: {limits.holdings: 70}",
        "set: {limits.holding_percent: 70}",
    ),
    error(
        "T011",
        "option sets a value that does not fit",
        "The title would be broken once the option is chosen.",
    ),
    error(
        "T012",
        "options that do not belong together",
        "requires and excludes name other options of the title.",
    ),
    warning(
        "T013",
        "number of players left out",
        "The title is for fewer and for more players, but not for this number.",
    ),
    error(
        "T014",
        "bank too small for the starting cash",
        "The bank's cash includes what the players start with.",
    ),
    error("T015", "option for a number of players the title is not for", "Nobody could ever choose it."),
    error(
        "T016",
        "mention of something that is not there",
        "The title has no such phase, train, company, hex, tile or whatever the key is about.",
        'available_from: "7"',
        'available_from: "6"',
    ),
)
