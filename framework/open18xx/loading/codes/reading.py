"""Diagnostics of reading files and of their shape."""

from __future__ import annotations

from typing import Final

from open18xx.loading.codes.entry import error

READING: Final = (
    error(
        "Y001",
        "duplicate key",
        "Only one of the two values could hold, and YAML readers keep the last without a word.",
        "cost: 100\ncost: 120",
        "cost: 120",
    ),
    error("Y002", "file missing", "A pack has one file of each kind, unless it extends another pack."),
    error("Y003", "file cannot be read", "The system refuses to open it, or it is not a file."),
    error("Y004", "not UTF-8", "Names with accents would come out wrong. Save the file as UTF-8."),
    error("Y005", "empty file", "Fill the file or, in an overlay, leave it away."),
    error(
        "Y006",
        "unknown tag",
        "A tag changes what a value means. Put text that begins with an exclamation mark in quotes.",
        "name: !North",
        'name: "!North"',
    ),
    error(
        "Y007",
        "anchor, alias or merge key",
        "Every value stands where it is used: nothing is inherited unseen, and no file grows without bound.",
        "four: &limit 4\nfive: *limit",
        "four: 4\nfive: 4",
    ),
    error("Y008", "second document in a file", "One file holds one document: remove the line '---'."),
    error("Y009", "too large", "Files, texts and nesting beyond any real title are refused early."),
    error(
        "Y010",
        "not YAML",
        "The file makes no sense from this place on. Often a bracket, quote or colon is missing before it.",
        "reach: {hexes: 4",
        "reach: {hexes: 4}",
    ),
    error("Y011", "tab", "YAML indents with spaces only."),
    error("Y012", "leaves the pack folder", "A pack is complete in its folder: it can be copied and hashed."),
    error(
        "Y013", "no such title pack", "The name is neither a folder nor the id of a pack that can be found."
    ),
)

SHAPE: Final = (
    error(
        "S001",
        "unknown key",
        "A misspelt key would be ignored in silence, so unknown ones are refused.",
        "rusted_bye: D",
        "rusted_by: D",
    ),
    error("S002", "missing key", "The format needs this value and has no default for it."),
    error(
        "S003", "wrong kind of value", "For example text where a number belongs.", "cost: cheap", "cost: 100"
    ),
    error(
        "S004",
        "quotes needed",
        "Ids and names are text, always. What YAML reads as a number or truth value is text in quotes.",
        "id: 57",
        'id: "57"',
    ),
    error(
        "S005",
        "not one of the choices",
        "The format lists the values that are understood here.",
        "kind: waterfal",
        "kind: waterfall",
    ),
    error("S006", "wrong form", "The text does not have the form this value needs.", "hex: g9", "hex: G9"),
    error(
        "S007",
        "number out of range",
        "The number is too small or too large to mean anything.",
        "count: -3",
        "count: 3",
    ),
    error("S008", "wrong number of entries", "The list is too short, too long, or says the same twice."),
    error("S009", "does not fit the schema", "See the description of the key in the schema."),
)
