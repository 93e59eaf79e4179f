"""Actions to JSON and back, checked field by field."""

from __future__ import annotations

import dataclasses
import difflib
import types
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from open18xx.actions.base import Action
from open18xx.actions.kinds import ENGINE_ACTIONS
from open18xx.errors import Open18xxError


class BadAction(Open18xxError):
    """A record that is no action: unknown type or field, wrong kind of value."""


class ActionCodec:
    """Knows the engine's action types and those of a title's hooks."""

    def __init__(self, extra: Iterable[type[Action]] = ()) -> None:
        self._types: dict[str, type[Action]] = {t.kind: t for t in (*ENGINE_ACTIONS, *extra)}
        self._hints: dict[str, dict[str, Any]] = {}

    def kinds(self) -> tuple[str, ...]:
        """Names of all action types."""
        return tuple(self._types)

    def to_json(self, action: Action) -> dict[str, Any]:
        """Record of ``action``: its type, actor and fields; fields at their default are left out."""
        record: dict[str, Any] = {"type": action.kind, "actor": action.actor}
        for field in dataclasses.fields(action):
            value = getattr(action, field.name)
            default = field.default
            if field.name == "actor" or (default is not dataclasses.MISSING and value == default):
                continue
            record[field.name] = _plain(value)
        return record

    def from_json(self, record: object) -> Action:
        """The action a record stands for.

        Raises:
            BadAction: with what is wrong and what would be right.
        """
        if not isinstance(record, Mapping):
            raise BadAction(f"an action should be an object, not {_name(record)}")
        kind = record.get("type")
        if not isinstance(kind, str) or kind not in self._types:
            raise BadAction(f"unknown action type {kind!r}{_nearest(kind, self._types)}")
        cls = self._types[kind]
        if kind not in self._hints:
            self._hints[kind] = get_type_hints(cls)
        values: dict[str, Any] = {}
        known = {field.name: field for field in dataclasses.fields(cls)}
        for key, value in record.items():
            if key == "type":
                continue
            if key not in known:
                raise BadAction(f"{kind}: unknown field {key!r}{_nearest(key, known)}")
            values[key] = _read(value, self._hints[kind][key], f"{kind}.{key}")
        for name, field in known.items():
            missing = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
            if name not in values and missing:
                raise BadAction(f"{kind}: field {name!r} is missing")
        return cls(**values)


def _nearest(word: object, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(str(word), list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _name(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a truth value", int: "a whole number"}
    if value is None:
        return "nothing"
    return names.get(
        type(value), "a number with a fraction" if isinstance(value, float) else type(value).__name__
    )


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _read(value: object, hint: Any, where: str) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in get_args(hint):
            return None
        errors = []
        for option in get_args(hint):
            if option is type(None):
                continue
            try:
                return _read(value, option, where)
            except BadAction as error:
                errors.append(error)
        raise errors[0]
    if origin is Literal:
        if value not in get_args(hint):
            options = ", ".join(map(str, get_args(hint)))
            raise BadAction(
                f"{where}: {value!r} is none of {options}{_nearest(value, map(str, get_args(hint)))}"
            )
        return value
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise BadAction(f"{where}: should be a list, not {_name(value)}")
        item = get_args(hint)[0]
        return tuple(_read(entry, item, f"{where}[{i}]") for i, entry in enumerate(value))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        if not isinstance(value, Mapping):
            raise BadAction(f"{where}: should be an object, not {_name(value)}")
        hints = get_type_hints(hint)
        known = {f.name for f in dataclasses.fields(hint)}
        for key in value:
            if key not in known:
                raise BadAction(f"{where}: unknown field {key!r}{_nearest(key, known)}")
        for key in known - set(value):
            raise BadAction(f"{where}: field {key!r} is missing")
        return hint(**{key: _read(entry, hints[key], f"{where}.{key}") for key, entry in value.items()})
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise BadAction(f"{where}: should be an object, not {_name(value)}")
        return dict(value)
    if hint is bool and isinstance(value, bool):
        return value
    if hint is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if hint is str and isinstance(value, str):
        return value
    wanted = {int: "a whole number", str: "a text", bool: "true or false"}.get(hint, str(hint))
    raise BadAction(f"{where}: should be {wanted}, not {_name(value)}")
