"""Validation against the schemas, told in words an author can act on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator

from open18xx.loading.nodes import Path, Plain, key_of, yaml_text

_TYPES: Final[Mapping[str, str]] = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
_MANY_CHOICES: Final = 12
#: No more is said about one file; the rest of it is not looked at.
MOST_FINDINGS: Final = 500
#: Spelling is not compared with more words than this.
_MOST_WORDS: Final = 2000
_LONGEST_WORD: Final = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """Something of the wrong shape.

    Attributes:
        path: where, in the data that was validated.
        key: whether the key at the end of the path is meant, not its value.
        in_table: whether that key is a name that the author chose.
    """

    code: str
    path: Path
    message: str
    hint: str = ""
    key: bool = False
    in_table: bool = False


def findings(validator: Validator, data: Plain) -> list[Finding]:
    """Everything that does not fit the schema, or the first :data:`MOST_FINDINGS` of it."""
    everything = (finding for error in validator.iter_errors(data) for finding in _explain(error, ()))
    found = list(islice(everything, MOST_FINDINGS))
    if len(found) == MOST_FINDINGS:
        return found
    mistyped = {finding.path for finding in found if finding.code in ("S003", "S004")}
    return _without_echoes(
        [finding for finding in found if finding.code in ("S003", "S004") or finding.path not in mistyped]
    )


def nearest(word: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the known word that is spelt most like ``word``, or nothing."""
    candidates = list(dict.fromkeys(known))
    if len(candidates) > _MOST_WORDS or len(word) > _LONGEST_WORD:
        return ""
    match = get_close_matches(word, candidates, n=1) or get_close_matches(
        word.lower(), [candidate.lower() for candidate in candidates], n=1
    )
    for candidate in candidates:
        if match and candidate.lower() == match[0].lower():
            return f"did you mean '{candidate}'?"
    return ""


def _without_echoes(found: Sequence[Finding]) -> list[Finding]:
    """Leave out that a key is missing where an unknown key beside it is spelt nearly like it."""
    meant = {
        (*finding.path[:-1], finding.hint.split("'")[1])
        for finding in found
        if finding.code == "S001" and "did you mean" in finding.hint
    }
    missing = [finding for finding in found if finding.code == "S002"]
    echoes = {id(finding) for finding in missing if _missing_path(finding) in meant}
    return [finding for finding in found if id(finding) not in echoes]


def _missing_path(finding: Finding) -> Path:
    return (*finding.path, finding.message.split("'")[1])


def _explain(error: ValidationError, base: Path) -> Iterator[Finding]:
    path = (*base, *error.relative_path)
    if "propertyNames" in error.relative_schema_path:
        yield from _bad_key(error, path)
        return
    keyword = str(error.validator)
    if keyword == "additionalProperties" and error.validator_value is False:
        yield from _unknown_keys(error, path)
    elif keyword == "required":
        missing = error.message.split("'")[1]
        yield Finding("S002", path, f"the key '{missing}' is missing", _about(error.schema, missing))
    elif keyword in ("oneOf", "anyOf"):
        yield from _branches(error, path)
    else:
        yield _simple(keyword, error, path)


def _about(schema: Any, key: str) -> str:
    """What a missing key is for, with an example."""
    described = schema.get("properties", {}).get(key, {}) if isinstance(schema, Mapping) else {}
    examples = described.get("examples", ())
    text = str(described.get("description", ""))
    if examples and not isinstance(examples[0], (dict, list)):
        return f"{key}: {yaml_text(examples[0])} · {text}"
    return text


def _shown(value: object) -> str:
    """A value as it is named in a message."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return yaml_text(value)
    text = str(value)
    if len(text) > 40:
        text = f"{text[:37]}…"
    return f"'{text}'" if isinstance(value, str) else text


def _unknown_keys(error: ValidationError, path: Path) -> Iterator[Finding]:
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    known = list(schema.get("properties", {}))
    instance = error.instance if isinstance(error.instance, Mapping) else {}
    for key in instance:
        if key not in known:
            unused = [name for name in known if name not in instance]
            hint = nearest(key, unused) or nearest(key, known)
            if not hint and known:
                hint = f"known are {_listed(known)}"
            yield Finding("S001", (*path, key), f"unknown key '{key}'", hint, key=True)


def _bad_key(error: ValidationError, path: Path) -> Iterator[Finding]:
    key = str(error.instance)
    choices = _constants(error)
    if choices:
        hint = nearest(key, choices) or f"known are {_listed(choices)}"
        yield Finding("S001", (*path, key), f"unknown key '{key}'", hint, key=True, in_table=True)
    else:
        what = f"the key '{key}' {_expected_form(error)}"
        yield Finding("S006", (*path, key), what, key=True, in_table=True)


def _listed(words: Sequence[object]) -> str:
    shown = [str(word) for word in words[:_MANY_CHOICES]]
    return ", ".join(shown) + (" …" if len(words) > _MANY_CHOICES else "")


def _constants(error: ValidationError) -> list[str]:
    """The choices, when a schema is nothing but a list of constants."""
    branches: Any = error.validator_value
    if error.validator == "enum":
        return [str(value) for value in branches]
    if error.validator not in ("oneOf", "anyOf"):
        return []
    constants = [branch.get("const") if isinstance(branch, Mapping) else None for branch in branches]
    return [] if None in constants else [str(constant) for constant in constants]


def _branches(error: ValidationError, path: Path) -> Iterator[Finding]:
    choices = _constants(error)
    if choices:
        yield _choice(error.instance, choices, path)
        return
    groups: dict[int, list[ValidationError]] = {}
    for nested in error.context or ():
        groups.setdefault(int(nested.relative_schema_path[0]), []).append(nested)
    fitting = [
        group
        for group in groups.values()
        if not any(not nested.relative_path and nested.validator in ("type", "const") for nested in group)
    ]
    told = [_without_echoes([one for nested in group for one in _explain(nested, path)]) for group in fitting]
    if told:
        yield from min(told, key=lambda group: (len(group), not any("did you" in one.hint for one in group)))
        return
    branches: Any = error.validator_value
    wanted = [_branch_name(branch) for branch in branches]
    yield _wrong_type(error.instance, wanted, _takes_text(branches), path)


def _takes_text(branches: Iterable[Any]) -> bool:
    return any(isinstance(branch, Mapping) and branch.get("type") == "string" for branch in branches)


def _branch_name(branch: Any) -> str:
    if not isinstance(branch, Mapping):
        return "something else"
    if "const" in branch:
        return yaml_text(branch["const"])
    return str(branch.get("title") or _TYPES.get(str(branch.get("type")), "something else"))


def _choice(value: object, choices: Sequence[str], path: Path) -> Finding:
    what = _name(path)
    listed = _listed(choices)
    if isinstance(value, str):
        hint = nearest(value, choices)
        return Finding("S005", path, f"{what}'{_short(value)}' is not one of {listed}", hint)
    return Finding("S005", path, f"{what}should be one of {listed}, not {_shown(value)}")


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}…"


def _name(path: Path) -> str:
    """Beginning of a message: the key concerned."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    return f"{key}: " if key else ""


def _wrong_type(value: object, wanted: Sequence[str], takes_text: bool, path: Path) -> Finding:
    what = _name(path)
    if takes_text and isinstance(value, (bool, int)):
        written = yaml_text(value)
        return Finding(
            "S004", path, f"{what}{written} is {_kind(value)} here; text is needed", f'write "{written}"'
        )
    expected = " or ".join(wanted)
    if value is None:
        return Finding("S003", path, f"{what}nothing is given, it should be {expected}")
    if isinstance(value, str) and "a whole number" in wanted and value.lstrip("-").isdigit():
        return Finding(
            "S003",
            path,
            f"{what}{_shown(value)} is text, it should be {expected}",
            "remove the quotes and leading zeros",
        )
    if isinstance(value, str) and wanted == ["true or false"]:
        hint = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(value.lower(), value.lower())
        hint = f"write {hint}" if hint in ("true", "false") else ""
        return Finding("S003", path, f"{what}{_shown(value)} is text, it should be true or false", hint)
    return Finding("S003", path, f"{what}should be {expected}, not {_shown(value)}")


def _kind(value: object) -> str:
    return "a truth value" if isinstance(value, bool) else "a number"


def _expected_form(error: ValidationError) -> str:
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    return str(schema.get("patternErrorMessage") or f"does not have the form {error.validator_value}")


def _simple(keyword: str, error: ValidationError, path: Path) -> Finding:
    value: Any = error.instance
    limit: Any = error.validator_value
    what = _name(path)
    if keyword == "type":
        kinds = limit if isinstance(limit, list) else [limit]
        wanted = [_TYPES.get(str(kind), str(kind)) for kind in kinds]
        return _wrong_type(value, wanted, "string" in kinds, path)
    if keyword == "enum":
        return _choice(value, [str(one) for one in limit], path)
    if keyword == "const":
        return Finding("S005", path, f"{what}should be {yaml_text(limit)}, not {_shown(value)}")
    if keyword == "pattern":
        return Finding("S006", path, f"{what}{_shown(value)} {_expected_form(error)}")
    if keyword == "minLength":
        return Finding("S006", path, f"{what}the text is empty" if limit == 1 else f"{what}should be longer")
    if keyword == "maxLength":
        return Finding("S006", path, f"{what}should be at most {limit} characters long")
    if keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
        bound = {
            "minimum": "at least",
            "maximum": "at most",
            "exclusiveMinimum": "more than",
            "exclusiveMaximum": "less than",
            "multipleOf": "a multiple of",
        }[keyword]
        return Finding("S007", path, f"{what}{_shown(value)} should be {bound} {limit}")
    if keyword == "uniqueItems" and isinstance(value, list):
        return _repeated(value, path, what)
    if keyword in ("minItems", "maxItems", "minProperties", "maxProperties") and value is not None:
        return Finding("S008", path, f"{what}{_size(keyword, limit, len(value))}")
    return Finding("S009", path, f"{what}{error.message}")


def _size(keyword: str, limit: int, size: int) -> str:
    bound = "at least" if keyword.startswith("min") else "at most"
    unit = "entry" if limit == 1 else "entries"
    return f"should have {bound} {limit} {unit}, it has {size or 'none'}"


def _repeated(items: Sequence[object], path: Path, what: str) -> Finding:
    seen: set[object] = set()
    for index, item in enumerate(items):
        if key_of(item) in seen:
            return Finding(
                "S008", (*path, index), f"{what}{_shown(item)} is given twice", "remove one of the two"
            )
        seen.add(key_of(item))
    return Finding("S008", path, f"{what}an entry is given twice")
