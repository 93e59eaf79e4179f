"""Every YAML file that ships tells editors its schema, by a path that works in a clone, and fits it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).parents[2]
LIBRARY = sorted((ROOT / "framework/open18xx/definition/catalogue").glob("*.yaml"))
PACKS = sorted((ROOT / "titles").glob("*/*.yaml"))
COMMENT = "# yaml-language-server: $schema="


@cache
def registry() -> Registry[Any]:
    """The schemas as an editor finds them: each by its place, what it refers to beside it."""
    found = {
        path.as_uri(): Resource.from_contents(json.loads(path.read_text(encoding="utf-8")))
        for path in (ROOT / "schemas").glob("*.schema.json")
    }
    return Registry().with_resources(found.items())


def named_schema(path: Path) -> Path:
    """The schema that the first line of a file names."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    assert first.startswith(COMMENT), f"{path} should begin with {COMMENT}…"
    return (path.parent / first.removeprefix(COMMENT)).resolve()


def test_there_are_such_files() -> None:
    assert len(LIBRARY) >= 7 and len(PACKS) >= 50


@pytest.mark.parametrize("path", PACKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_of_a_pack_names_its_schema(path: Path) -> None:
    assert named_schema(path) == ROOT / "schemas" / f"{path.stem}.schema.json"


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_a_file_of_the_tile_library_names_its_schema_and_fits_it(path: Path) -> None:
    assert named_schema(path) == ROOT / "schemas" / "tile-library.schema.json"
    schema = {"$ref": named_schema(path).as_uri()}
    data = json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8"))))
    errors = list(Draft202012Validator(schema, registry=registry()).iter_errors(data))
    assert not errors, errors[0].message


def test_the_schema_of_the_library_refuses_what_does_not_fit() -> None:
    schema = {"$ref": (ROOT / "schemas" / "tile-library.schema.json").as_uri()}
    validator = Draft202012Validator(schema, registry=registry())
    good = {"set": "standard", "tiles": {"7": {"colour": "yellow", "track": [[0, 1]]}}}
    assert validator.is_valid(good)
    for bad in ({"set": "standard"}, {**good, "more": 1}, {**good, "tiles": {"7": {"color": "yellow"}}}):
        assert not validator.is_valid(bad)


def test_the_files_of_editors_page_shows_the_comment() -> None:
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    assert f"{COMMENT}../../schemas/trains.schema.json" in page
