"""Templates for report lines and for actions in words.

A template is text with fields and sections::

    {corporation} buys a {train} train from {source:name} for {price:money}
    {corporation} lays {tile} on {hex:hex}[ for {cost:money}]
    The price of {corporation} [moved?moves to][!moved?stays at] {after:money}

``{fact}`` or ``{fact:form argument}`` puts a fact in, in one of the forms of :data:`FORMS`.
``[…]`` is left out when a fact in it is missing, empty, nought or false. ``[fact?…]`` is there only
when the fact is not, ``[!fact?…]`` only when it is. Sections may lie in sections.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from open18xx.definition.title import Title
from open18xx.state.game_state import BANK, IPO, POOL

Facts = Mapping[str, object]


class PhraseError(ValueError):
    """A template that cannot be read, or facts that do not fit it."""


@dataclass(frozen=True, slots=True)
class Field:
    """A fact to be put in, and how."""

    name: str
    form: str
    argument: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part that may be left out.

    Attributes:
        condition: fact that decides; empty when every fact in it does.
        wanted: whether the part is there when the fact is, or when it is not.
    """

    parts: tuple[Part, ...]
    condition: str = ""
    wanted: bool = True


Part = str | Field | Section

_TOKEN = re.compile(r"\{(\w+)(?::(\w+)(?: ([^{}]*))?)?\}|\[(?:(!?)(\w+)\?)?|\]|[^][{}]+|.", re.DOTALL)
_INNER = re.compile(r"<(\w+)(?::(\w+)(?: ([^<>]*))?)?>")
_OWNERS: Mapping[str, str] = MappingProxyType(
    {BANK: "the bank", POOL: "the pool", IPO: "the initial offering", "treasury": "its treasury"}
)


@lru_cache(maxsize=1000)
def parse(template: str) -> tuple[Part, ...]:
    """Parts of a template.

    Raises:
        PhraseError: a bracket or brace without its partner.
    """
    stack: list[tuple[list[Part], str, bool]] = [([], "", True)]
    for match in _TOKEN.finditer(template):
        token = match.group()
        if match.group(1):
            stack[-1][0].append(Field(match.group(1), match.group(2) or "", match.group(3) or ""))
        elif token.startswith("["):
            stack.append(([], match.group(5) or "", match.group(4) != "!"))
        elif token == "]" and len(stack) > 1:
            parts, condition, wanted = stack.pop()
            stack[-1][0].append(Section(tuple(parts), condition, wanted))
        elif token in "]{}":
            raise PhraseError(f"{template!r}: {token!r} at {match.start()} has no partner")
        else:
            stack[-1][0].append(token)
    if len(stack) > 1:
        raise PhraseError(f"{template!r}: a section is not closed")
    return tuple(stack[0][0])


def fields_of(template: str) -> tuple[Field, ...]:
    """All fields of a template, those in sections too."""

    def walk(parts: Iterable[Part]) -> Iterable[Field]:
        for part in parts:
            if isinstance(part, Field):
                yield part
            elif isinstance(part, Section):
                yield from walk(part.parts)

    return tuple(walk(parse(template)))


class Phrasebook:
    """Says templates for one table.

    Args:
        names: what the players are called, by id.
        deeds: templates for actions by type, for the form ``deed``.
    """

    def __init__(self, title: Title, names: Mapping[str, str], deeds: Mapping[str, str]) -> None:
        self._title = title
        self._names = names
        self._deeds = deeds

    def say(self, template: str, facts: Facts) -> str:
        """The template with the facts put in.

        Raises:
            PhraseError: a field outside of sections has no fact, or a form does not fit it.
        """
        return "".join(self._render(part, facts) for part in parse(template)).strip()

    def deed(self, kind: str, facts: Facts) -> str:
        """An action of type ``kind`` in words, as an infinitive without "to".

        Never fails: facts that do not fit the template, or have none, are listed as they are.
        """
        return self.said(self._deeds.get(kind), kind, facts)

    def said(self, template: str | None, kind: str, facts: Facts) -> str:
        """The template with the facts, or the facts listed if that cannot be done."""
        if template is not None:
            try:
                return self.say(template, facts)
            except PhraseError:
                pass
        given = ", ".join(f"{name} {_plain(value)}" for name, value in facts.items())
        return f"{kind.replace('_', ' ')}{f' ({given})' if given else ''}"

    def owner(self, owner: str) -> str:
        """What an owner is called: a player's name, ``the bank``, a corporation's id."""
        return self._names.get(owner) or _OWNERS.get(owner, owner)

    def place(self, hex_id: str) -> str:
        """A hex with the name of its place, if it has one."""
        entry = self._title.map.hexes.get(hex_id)
        return f"{hex_id} ({entry.name})" if entry is not None and entry.name else hex_id

    def money(self, amount: int) -> str:
        """``amount`` as people write it."""
        return self._title.currency.format(amount)

    def _render(self, part: Part, facts: Facts) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Field):
            if part.name not in facts:
                raise PhraseError(f"there is no fact {part.name!r}")
            return self._put(part, facts[part.name])
        if part.condition:
            shown = bool(facts.get(part.condition)) == part.wanted
        else:
            shown = all(facts.get(p.name) for p in part.parts if isinstance(p, Field))
        return "".join(self._render(inner, facts) for inner in part.parts) if shown else ""

    def _put(self, field: Field, value: object) -> str:
        if not field.form:
            return _plain(value)
        form = FORMS.get(field.form)
        if form is None:
            raise PhraseError(f"there is no form {field.form!r}; known are {', '.join(FORMS)}")
        return form(self, value, field.argument)


# -- forms -------------------------------------------------------------------------------------


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nobody"
    if isinstance(value, tuple | list):
        return _joined([_plain(item) for item in value])
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return str(value)


def _joined(words: list[str]) -> str:
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise PhraseError(f"{value!r} is no number")
    return value


def _items(value: object) -> tuple[object, ...]:
    if not isinstance(value, tuple | list):
        raise PhraseError(f"{value!r} is no list")
    return tuple(value)


def _mapping(value: object) -> Facts:
    if dataclasses.is_dataclass(value):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if not isinstance(value, Mapping):
        raise PhraseError(f"{value!r} has no entries")
    return value


def _say_money(book: Phrasebook, value: object, argument: str) -> str:
    del argument
    return book.money(_number(value))


def _say_name(book: Phrasebook, value: object, argument: str) -> str:
    del argument
    return "nobody" if value is None else book.owner(str(value))


def _say_names(book: Phrasebook, value: object, argument: str) -> str:
    del argument
    return _joined([book.owner(str(item)) for item in _items(value)])


def _say_hex(book: Phrasebook, value: object, argument: str) -> str:
    del argument
    return book.place(str(value))


def _say_list(book: Phrasebook, value: object, argument: str) -> str:
    del book, argument
    return _joined([_plain(item) for item in _items(value)])


def _say_path(book: Phrasebook, value: object, argument: str) -> str:
    del book, argument
    return "-".join(str(item) for item in _items(value))


def _say_words(book: Phrasebook, value: object, argument: str) -> str:
    del book, argument
    return str(value).replace("_", " ")


def _say_count(book: Phrasebook, value: object, argument: str) -> str:
    del book
    number = _number(value)
    one, _, many = argument.partition("/")
    return f"{number} {one if number == 1 else many or one + 's'}"


def _say_pick(book: Phrasebook, value: object, argument: str) -> str:
    del book
    choices = dict(choice.partition("=")[::2] for choice in argument.split("|"))
    plain = _plain(value)
    return choices.get(plain, choices.get("*", plain.replace("_", " ")))


def _say_pairs(book: Phrasebook, value: object, argument: str) -> str:
    """Entries of a mapping, the key as an owner; ``money`` writes the values as money."""
    said = []
    for key, entry in _mapping(value).items():
        text = book.money(_number(entry)) if argument == "money" else _plain(entry)
        said.append(f"{book.owner(key)} {text}")
    return ", ".join(said)


def _say_each(book: Phrasebook, value: object, argument: str) -> str:
    """One small template for each entry of a list; its fields are written ``<fact:form>``."""
    inner = _INNER.sub(_as_field, argument)
    return ", ".join(book.say(inner, _mapping(item)) for item in _items(value))


def _as_field(found: re.Match[str]) -> str:
    name, form, argument = found.groups()
    return f"{{{name}{f':{form}' if form else ''}{f' {argument}' if argument else ''}}}"


def _say_deed(book: Phrasebook, value: object, argument: str) -> str:
    """An action, given as a record of a game file."""
    del argument
    record = _mapping(value)
    facts = {name: item for name, item in record.items() if name != "type"}
    return book.deed(str(record.get("type", "")), facts)


Form = Callable[[Phrasebook, object, str], str]

#: How a fact is written. ``count share`` gives "1 share" or "2 shares" (``count city/cities`` where
#: the plural is irregular), ``pick a=…|b=…|*=…`` the text for the value, ``each …`` see above.
FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "money": _say_money,
        "name": _say_name,
        "names": _say_names,
        "hex": _say_hex,
        "list": _say_list,
        "path": _say_path,
        "words": _say_words,
        "count": _say_count,
        "pick": _say_pick,
        "pairs": _say_pairs,
        "each": _say_each,
        "deed": _say_deed,
    }
)


def faults_of(template: str) -> tuple[str, ...]:
    """What is wrong with a template, whatever the facts; empty when nothing is."""
    try:
        fields = fields_of(template)
    except PhraseError as error:
        return (str(error),)
    return tuple(
        f"{template!r}: there is no form {f.form!r}" for f in fields if f.form and f.form not in FORMS
    )
