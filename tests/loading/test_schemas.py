"""The schemas themselves: valid, closed, described, with examples that fit and patterns that refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from open18xx import resources
from open18xx.abilities import powers as engine_powers
from open18xx.actions.kinds import Pass
from open18xx.definition.vocabulary import ENGINE_EVENTS, ENGINE_STEPS
from open18xx.engine.context import Context
from open18xx.engine.game import Game
from open18xx.engine.record import record_of, to_text
from open18xx.loading import load_title, reader
from open18xx.loading.builders.rounds import build_policies
from open18xx.loading.builders.section import Section
from open18xx.loading.kinds import KINDS, RULES
from open18xx.loading.lint.references import TARGETS
from open18xx.loading.nodes import plain
from open18xx.loading.packs import known_packs
from open18xx.loading.problems import Report
from open18xx.loading.schemas import schema, schema_faults, validator, validator_of
from open18xx.loading.shape import findings
from open18xx.rounds.stepbook import TURN_STEPS
from open18xx.rules.phases import ENGINE_EVENTS as HANDLED_EVENTS

from tests.loading.defects.cases import GOOD

FILE_KINDS = (*KINDS, RULES)
FILES = sorted(resources.schemas_dir().glob("*.schema.json"))
OURS = [
    path
    for path in FILES
    if path.name.partition(".")[0] in (*FILE_KINDS, "common", "game", "hook-parameters")
]

#: For every pattern: a text it takes, and texts it must refuse.
PATTERNS = {
    r"^[^\s.,:;{}\[\]\"#$'|<>\\]+$": (
        "B&O",
        ["", "two words", "a.b", "a,b", "a:b", "$x", '"x"', "a\n", "[x]"],
    ),
    r"^[a-z][a-z0-9_]*$": ("free_terrain", ["", "Free", "1st", "a-b", "a b", "_a", "a\n"]),
    r"^[A-Z]{1,2}-?[0-9]{1,3}$": (
        "G9",
        ["", "g9", "9G", "G", "G9x", "xG9", "GGG9", "G1000", "zzzp3zzz", "G9\n"],
    ),
    r"^[0-9A-Fa-f]{6}$": ("CECC15", ["", "#CECC15", "CECC1", "CECC155", "GGGGGG", "CECC15\n"]),
    r"^[A-Za-z0-9&+-]{1,6}$": ("OO", ["", "two words", "toolong", "é", "OO\n"]),
    r"^s[0-9]{1,2}$": ("s0", ["", "s", "0", "s0x", "S0", "s100", "s0\n"]),
    r"^[A-Za-z0-9][A-Za-z0-9_-]*$": ("1826", ["", "../x", "a.b", "-a", "a b", "1826\n"]),
    r"^([1-9]|[1-9][0-9])$": ("4", ["", "0", "04", "100", "four", "4\n"]),
    r"^[0-9]+(\.[0-9]+){0,2}([-+][0-9A-Za-z.-]+)?$": ("1.0.0", ["", "v1", "1.", "1.0.0.0", "1.0\n"]),
    r"^[a-z][a-z0-9-]*$": ("paired-cities", ["", "Paired", "1st", "a_b", "../x", "a\n"]),
    r"^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$": ("4.1.1", ["", ".1", "1.", "1..2", "a b", "1\n"]),
    r"^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$": ("1826-4.1.1-06", ["", "-a", "a-", "a b", "a\n"]),
    r"^([0-9a-f]{64})?$": ("a" * 64, ["a" * 63, "a" * 65, "A" * 64, "x", f"{'a' * 64}\n"]),
    r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$": (
        "track.label",
        ["", "track", "track.", ".label", "Track.x", "a.b\n"],
    ),
}


def parts(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, with its place."""
    if not isinstance(node, dict):
        return
    yield path, node
    for key in ("properties", "$defs"):
        for name, value in node.get(key, {}).items():
            yield from parts(value, f"{path}/{key}/{name}")
    for key in ("items", "additionalProperties", "propertyNames"):
        yield from parts(node.get(key), f"{path}/{key}")
    for key in ("oneOf", "anyOf", "allOf", "prefixItems"):
        for index, value in enumerate(node.get(key, ())):
            yield from parts(value, f"{path}/{key}/{index}")


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


each_file = pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
each_kind = pytest.mark.parametrize("kind", FILE_KINDS)


def test_there_is_a_schema_for_every_kind_of_file() -> None:
    assert {f"{kind}.schema.json" for kind in FILE_KINDS} <= {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_schema_is_a_valid_schema(path: Path) -> None:
    document = load(path)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(document)


@each_file
def test_every_object_is_closed(path: Path) -> None:
    for place, part in parts(load(path)):
        if part.get("title") == "Action":  # what else it says depends on its type
            continue
        if "properties" in part and path.name != "hook-parameters.schema.json":
            assert part.get("additionalProperties") is False, place
            assert part.get("type") == "object", place
            assert set(part.get("required", ())) <= set(part["properties"]), place


@each_file
def test_every_property_teaches_the_format(path: Path) -> None:
    """An editor shows title, description and an example of every key."""
    for place, part in parts(load(path)):
        for name, value in part.get("properties", {}).items():
            for annotation in ("title", "description", "examples"):
                assert value.get(annotation), f"{place}/properties/{name} has no {annotation}"
        for index, branch in enumerate(part.get("oneOf", ())):
            assert "$ref" in branch or branch.get("description"), f"{place}/oneOf/{index} has no description"


@each_kind
def test_every_example_fits(kind: str) -> None:
    for place, part in parts(schema(kind)):
        for example in part.get("examples", ()):
            text = json.dumps(example)
            report = Report()
            node = reader.read_text(text, "example", report)
            if node is None:  # an empty example
                continue
            found = findings(validator_of(part), plain(node))
            if isinstance(example, (dict, list)) and not _is_whole(part, example):
                continue
            assert not found, f"{kind}{place}: {example}: {found}"


def _is_whole(part: dict[str, Any], example: object) -> bool:
    """Examples of large values are cut short; only what they do say is checked where they stand."""
    return (
        "examples" in part
        and part.get("minItems") is None
        and isinstance(example, (dict, list))
        and len(example) > 0
    )


@each_file
def test_every_pattern_is_anchored_and_refuses(path: Path) -> None:
    for place, part in parts(load(path)):
        pattern = part.get("pattern")
        if pattern is None:
            continue
        assert pattern.startswith("^") and pattern.endswith("$"), place
        assert part.get("patternErrorMessage"), place
        assert pattern in PATTERNS, f"{place}: add the pattern {pattern} to PATTERNS"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_takes_and_refuses(pattern: str) -> None:
    good, bad = PATTERNS[pattern]
    check = validator_of({"type": "string", "pattern": pattern, "patternErrorMessage": "x"})
    assert not findings(check, good)
    for text in bad:
        assert findings(check, text), text


@each_kind
def test_references_are_resolved(kind: str) -> None:
    assert not [place for place, part in parts(schema(kind)) if "$ref" in part]


#: Mentions that have a check of their own, and values that define an id instead of mentioning one.
CHECKED_APART = {
    "title/components/[]/id", "title/words/<name>",
    "title/options/[]/id", "title/options/[]/requires/[]", "title/options/[]/excludes/[]",
    "map/terrain/<name>", "map/regions/<name>", "map/regions/*/[]", "map/hexes/<name>",
    "map/hexes/*/acts_as", "map/hexes/*/terrain/|", "map/hexes/*/terrain/|/[]", "map/hexes/*/reserved_for",
    "tiles/tiles/<name>", "tiles/manifest/<name>", "tiles/manifest/*/only/[]", "tiles/manifest/*/alias",
    "market/zones/[]/id", "trains/trains/[]/id", "trains/trains/[]/rusted_by", "trains/trains/[]/tag",
    "phases/phases/[]/id", "phases/phases/[]/starts_with", "phases/phases/[]/train_limit/<name>",
    "phases/phases/[]/events/[]", "companies/share_structures/<name>", "companies/share_structures/*/next",
    "companies/flotation/[]/structure", "companies/flotation/[]/phases/[]", "companies/privates/[]/id",
    "companies/privates/[]/abilities/[]/step", "companies/privates/[]/abilities/[]/terrain",
    "companies/privates/[]/abilities/[]/hexes/[]", "companies/privates/[]/abilities/[]/expires_in",
    "companies/privates/[]/grants/[]/corporation", "companies/privates/[]/closes_on_first_train_of",
    "companies/corporations/[]/id", "companies/corporations/[]/structure",
    "companies/corporations/[]/home/|/hex", "companies/corporations/[]/home/|/[]/hex",
    "companies/corporations/[]/destination", "rounds/markers/[]/id",
    "rounds/operating/turn/[]", "rounds/end/last_set_without/[]",
}  # fmt: skip


def mentions(node: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every value that is an id, a hex, a tile or a word, with its place in short."""
    if not isinstance(node, dict):
        return
    if str(node.get("$ref", "")).rpartition("/")[2] in ("id", "hex", "tile", "word"):
        yield path, node
    for key, value in node.get("properties", {}).items():
        yield from mentions(value, f"{path}/{key}")
    yield from mentions(node.get("items"), f"{path}/[]")
    yield from mentions(node.get("additionalProperties"), f"{path}/*")
    yield from mentions(node.get("propertyNames"), f"{path}/<name>")
    for branch in node.get("oneOf", ()):
        yield from mentions(branch, f"{path}/|")


def test_everything_that_is_mentioned_is_checked() -> None:
    """A new key that names something says what: ``"refersTo": "phases"``."""
    found = {
        path: node
        for kind in KINDS
        for path, node in mentions(load(resources.schemas_dir() / f"{kind}.schema.json"), kind)
    }
    unchecked = [path for path, node in found.items() if "refersTo" not in node and path not in CHECKED_APART]
    assert not unchecked, "say what they refer to (loading/lint/references.py)"
    assert {node["refersTo"] for node in found.values() if "refersTo" in node} <= set(TARGETS)
    assert set(found) >= CHECKED_APART


def test_defaults_of_the_schema_are_those_of_the_program() -> None:
    """A policy that is not given is what the schema says it is."""
    told: dict[str, Any] = {}
    for name, group in schema("rounds")["properties"].items():
        keys = group.get("properties")
        if keys is not None:
            told[name] = {key: part["default"] for key, part in keys.items() if "default" in part}
    shortest: dict[str, Any] = {
        "auction": {"kind": "none"},
        "operating": {"turn": ["track"]},
        "track": {"normal": [{"lays": 1}]},
        "tokens": {"cost": {"fixed": [40]}},
    }
    full = {name: {**told[name], **shortest.get(name, {})} for name in told}
    assert build_policies(Section(shortest, "rounds")) == build_policies(Section(full, "rounds"))


def test_the_schema_knows_the_powers_of_the_engine() -> None:
    powers = schema("companies")["properties"]["privates"]["items"]["properties"]["abilities"]["items"]
    listed = re.findall(r"^``([a-z_]+)``", engine_powers.__doc__ or "", re.MULTILINE)
    assert {branch["const"] for branch in powers["properties"]["kind"]["oneOf"]} == set(listed)


def test_the_vocabulary_is_that_of_the_engine() -> None:
    assert set(ENGINE_STEPS) == set(TURN_STEPS)
    assert set(ENGINE_EVENTS) == set(HANDLED_EVENTS)


def test_the_packs_that_come_with_the_program_have_the_right_shape() -> None:
    for folder in known_packs().values():
        for kind in FILE_KINDS:
            path = folder / f"{kind}.yaml"
            if path.is_file() and "extends:" not in (folder / "title.yaml").read_text(encoding="utf-8"):
                node = reader.read_file(path, path.name, Report(), inside=folder)
                assert node is not None
                assert not findings(validator(kind), plain(node)), path


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"type": "object", "properties": {}, "additionalProperties": True},
        {"type": "array", "properties": {}, "additionalProperties": False},
        {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False},
        {
            "type": "object",
            "properties": {"a": {"type": "number?", "description": "x"}},
            "additionalProperties": False,
        },
    ],
)
def test_a_bad_schema_of_parameters_is_refused(document: object) -> None:
    assert schema_faults(document)


def test_a_good_schema_of_parameters_is_taken() -> None:
    good = {
        "type": "object",
        "properties": {"a": {"type": "integer", "description": "A number."}},
        "additionalProperties": False,
    }
    assert not schema_faults(good)


def test_a_schema_never_fetches_anything() -> None:
    """A reference to somewhere else is an error, not a request."""
    from referencing.exceptions import Unresolvable

    check = validator_of({"$ref": "https://schemas.invalid/x.json"})
    with pytest.raises(Unresolvable):
        findings(check, 1)


def test_a_recorded_game_has_the_form_of_the_schema() -> None:
    context = Context(load_title(GOOD, hooks=False))
    game = Game(context, ("Ada", "Ben"))
    for _ in range(6):
        game.apply(Pass(game.actor() or ""))
    document = json.loads(to_text(record_of(game, ("human", "random", "random"))))
    check = validator("game")
    assert not findings(check, document)
    for key, value in (
        ("format", "other"),
        ("format_version", 2),
        ("players", []),
        ("actions", [{}]),
        ("sed", 1),
    ):
        assert findings(check, {**document, key: value}), key
