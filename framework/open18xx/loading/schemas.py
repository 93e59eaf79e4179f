"""The JSON Schemas of the kinds of files, ready to validate with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.exceptions import Unresolvable

from open18xx import resources
from open18xx.loading.nodes import DecimalText, key_of

#: A JSON Schema; its values are whatever JSON may hold.
Schema = Mapping[str, Any]
_COMMON: Final = "common.schema.json#/$defs/"
_LOCAL: Final = "#/$defs/"


def _numeric(keyword: str) -> Any:
    """A keyword about numbers that also understands numbers with a fraction as the reader gives them."""
    check = Draft202012Validator.VALIDATORS[keyword]

    def checked(validator: Validator, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        number = float(instance) if isinstance(instance, DecimalText) else instance
        yield from check(validator, value, number, schema)

    return checked


def _pattern(_: Validator, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
    """As in JSON Schema, but ``$`` is the end of the text, not the place before a last line break."""
    exact = rf"{pattern[:-1]}\Z" if pattern.endswith("$") and not pattern.endswith(r"\$") else pattern
    if isinstance(instance, str) and re.search(exact, instance) is None:
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _unique(_: Validator, wanted: bool, instance: Any, __: Any) -> Iterator[ValidationError]:
    """As in JSON Schema, in time that grows with the list and not with its square."""
    if wanted and isinstance(instance, list) and len({key_of(item) for item in instance}) < len(instance):
        yield ValidationError("an entry is given twice")


def _is_number(_: object, instance: object) -> bool:
    return isinstance(instance, (int, float, DecimalText)) and not isinstance(instance, bool)


def _is_integer(_: object, instance: object) -> bool:
    return isinstance(instance, int) and not isinstance(instance, bool)


#: JSON Schema 2020-12 over data as the reader gives it: whole numbers are ints, ``2.5`` is text and number.
PackValidator: Final = cast("Callable[..., Callable[..., Validator]]", extend)(
    Draft202012Validator,
    {
        **{name: _numeric(name) for name in ("enum", "const", "minimum", "maximum", "multipleOf")},
        "pattern": _pattern,
        "uniqueItems": _unique,
    },
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("number", _is_number).redefine(
        "integer", _is_integer
    ),
)


def validator_of(schema: Schema) -> Validator:
    """A validator that never fetches anything: references lead into the schema itself."""
    return PackValidator(schema, registry=Registry())


@cache
def validator(kind: str) -> Validator:
    """Validator of a kind of file, such as ``trains``."""
    return validator_of(schema(kind))


@cache
def schema(kind: str) -> Schema:
    """Schema of a kind of file with every reference replaced by what it refers to."""
    raw = _raw(f"{kind}.schema.json")
    resolved: Schema = _resolved({key: value for key, value in raw.items() if key != "$defs"}, raw)
    return resolved


@cache
def _raw(name: str) -> Schema:
    loaded: Schema = json.loads((resources.schemas_dir() / name).read_text(encoding="utf-8"))
    return loaded


def _resolved(part: Any, document: Schema) -> Any:
    """References are only ever accompanied by annotations, so they can be merged with their target."""
    if isinstance(part, list):
        return [_resolved(item, document) for item in part]
    if not isinstance(part, dict):
        return part
    reference = part.get("$ref")
    beside = {key: _resolved(value, document) for key, value in part.items() if key != "$ref"}
    if not isinstance(reference, str) or not reference.startswith((_COMMON, _LOCAL)):
        return {**beside, "$ref": reference} if reference is not None else beside
    home = _raw("common.schema.json") if reference.startswith(_COMMON) else document
    target = home["$defs"][reference.rpartition("/")[2]]
    return {**_resolved(target, home), **beside}


def schema_faults(found: Any) -> list[str]:
    """What keeps a document from being the schema of a hook module's parameters."""
    try:
        return [
            f"{'.'.join(str(part) for part in error.absolute_path) or 'the schema'}: {error.message}"
            for error in _parameters_validator().iter_errors(found)
        ]
    except (RecursionError, Unresolvable) as error:
        return [f"the schema cannot be used: {error}"]


@cache
def _parameters_validator() -> Validator:
    """Validator of schemas: the metaschema of JSON Schema, and what hook parameters need besides."""
    return Draft202012Validator(schema("hook-parameters"))
