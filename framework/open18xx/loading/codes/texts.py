"""Diagnostics of hook modules and rule texts."""

from __future__ import annotations

from typing import Final

from open18xx.loading.codes.entry import error, warning

HOOKS: Final = (
    error(
        "H001",
        "no such hook module",
        "The rules it holds would be missing in play.",
        "module: loan",
        "module: loans",
    ),
    error("H002", "hook module that fails", "It is not Python, or it raises an error when it is imported."),
    error("H003", "unknown hook", "The hook catalogue has no hook of this name; it would never be called."),
    error(
        "H004",
        "unknown parameter of a hook",
        "Hooks take the parameters of the catalogue, by name, any of them.",
    ),
    error(
        "H005",
        "function without @hook",
        "It is named like a hook but is not marked, so it would never be called.",
    ),
    error("H006", "hook answered twice", "A hook that decides has one answer; two modules give one."),
    error(
        "H007",
        "unusable schema of parameters",
        "hooks/<module>.schema.json must be a JSON Schema of a closed object.",
    ),
    error(
        "H008", "hook modules that do not go together", "The modules cannot be registered with each other."
    ),
    warning(
        "H009",
        "parameters without schema",
        "Misspelt parameters would be ignored; put <module>.schema.json beside the module.",
    ),
)

TEXTS: Final = (
    error(
        "R001",
        "template that cannot be read",
        "A rule text is a Jinja template.",
        "{{ money(trains.E.cost }}",
        "{{ money(trains.E.cost) }}",
    ),
    error(
        "R002",
        "template that names what is not there",
        "The figure it refers to has been renamed or removed.",
        "{{ title.player[4].cash }}",
        "{{ title.players[4].cash }}",
    ),
    error("R003", "rule id given twice", "Tests and refusals could mean either rule."),
    error("R004", "repeats an unknown rule", "The rule that says the same does not exist."),
    error("R005", "unknown refusal", "Neither the engine nor a hook module refuses anything with this code."),
    error("R006", "unknown event", "Neither the engine nor a hook module tells an event of this kind."),
    error(
        "R007",
        "count of a component that is no number",
        "The template does not give a number of copies that could be printed.",
        'count: "{{ title.currency.symbol }}"',
        'count: "{{ companies.corporations | length }}"',
    ),
    error(
        "R008",
        "words for what is not there",
        "Words are given for steps of the operating turn and for events of phases; this is neither.",
    ),
)
