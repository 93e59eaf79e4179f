"""Rule texts are templates over the data of their pack, so that every figure printed is the one in force.

A template sees the files of the pack by kind: ``title``, ``map``, ``tiles``, ``market``, ``trains``,
``phases``, ``companies`` and ``rounds``. Lists of things are indexed by id (hook modules by module name), so
``{{ trains.E.count }}`` and ``{{ companies.privates.X.cost }}`` work; a file that holds nothing but its
own list (and its source) is that list. Keys that look like numbers can be written as such:
``{{ title.players[4].cash }}``.

Besides, there are the functions of :mod:`open18xx.loading.phrases`. Templates run in a sandbox: they can read
the data and nothing else, and cannot run for long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final, overload

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from open18xx.definition.rules import RuleBook
from open18xx.definition.tiles import TileDefinition
from open18xx.definition.title import Title
from open18xx.errors import Open18xxError
from open18xx.loading.kinds import SOURCE
from open18xx.loading.phrases import PhraseError, Phrases

#: Most copies of one component of a title.
MOST_COMPONENTS: Final = 500

#: Templates that loop inside loops deeper than this are refused.
_DEEPEST_LOOP: Final = 2
_FORBIDDEN: Final = (
    nodes.Macro,
    nodes.CallBlock,
    nodes.Include,
    nodes.Import,
    nodes.FromImport,
    nodes.Extends,
)


#: Stands between texts that are read as one template; no expression of a template may contain it.
_SEPARATOR: Final = "\x1e"


class TemplateProblem(Open18xxError):
    """A template is not well formed or names what the pack does not have; the text says which."""


class Table(Mapping[str, object]):
    """A mapping of the pack's data as templates see it: keys that are numbers may be given as numbers."""

    def __init__(self, data: Mapping[str, object], path: str) -> None:
        self._data = data
        self.path = path

    def __getitem__(self, key: str | int) -> object:
        return _view(self._data[str(key)], f"{self.path}.{key}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def known(self) -> tuple[str, ...]:
        """Every key."""
        return tuple(self._data)


class Things(Sequence[object]):
    """A list of the pack's data as templates see it: things in it can be named by their id."""

    def __init__(self, data: Sequence[object], path: str) -> None:
        self._data = data
        self.path = path

    @overload
    def __getitem__(self, key: int | str) -> object: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[object]: ...
    def __getitem__(self, key: int | str | slice) -> object:
        if isinstance(key, slice):
            return Things(self._data[key], self.path)
        if isinstance(key, int):
            return _view(self._data[key], f"{self.path}[{key}]")
        return _view(self._by_id()[key], f"{self.path}.{key}")

    def __len__(self) -> int:
        return len(self._data)

    def known(self) -> tuple[str, ...]:
        """The ids of its things."""
        return tuple(self._by_id())

    def _by_id(self) -> dict[str, object]:
        found: dict[str, object] = {}
        for item in self._data:
            if isinstance(item, Mapping):
                name = item.get("id", item.get("module"))
                if isinstance(name, str):
                    found.setdefault(name, item)
        return found


def _view(value: object, path: str) -> object:
    if isinstance(value, Mapping):
        return Table(value, path)
    if isinstance(value, (list, tuple)):
        return Things(value, path)
    return value


class _Environment(ImmutableSandboxedEnvironment):
    """Looks names up in the data first, and keeps templates from running for long."""

    intercepted_binops = frozenset(["*", "**"])

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, (Table, Things)):
            return self.getitem(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if not isinstance(obj, (Table, Things)):
            return super().getitem(obj, argument)
        try:
            return obj[argument]
        except (KeyError, IndexError, TypeError):
            near = get_close_matches(str(argument), obj.known(), n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            return self.undefined(f"{obj.path} has no '{argument}'{hint}")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" or not (isinstance(left, int) and isinstance(right, int)):
            raise TemplateProblem(f"'{operator}' works on whole numbers only, and '**' not at all")
        return left * right


class Templates:
    """Renders the templates of one pack."""

    def __init__(
        self, data: Mapping[str, Mapping[str, object]], tile: Callable[[str], TileDefinition | None]
    ) -> None:
        """Take the pack's data by kind of file, after overlays and options.

        Args:
            tile: geometry of a tile by its id, None when the title has no such tile.
        """
        views = {kind: _view(_unwrapped(kind, value), kind) for kind, value in data.items()}
        self._environment = _Environment(undefined=jinja2.StrictUndefined, autoescape=False, optimized=False)
        phrases = Phrases(data, tile)
        self._environment.globals = {**views, **phrases.functions()}
        self._environment.filters.update(phrases.filters())

    def render(self, text: str) -> str:
        """The text with every expression replaced, on one line.

        Raises:
            TemplateProblem: the template cannot be rendered.
        """
        if "{" not in text:
            return " ".join(text.split())
        try:
            tree = self._environment.parse(text)
            if "{%" in text:
                _refuse_costly(tree)
            return " ".join(self._environment.from_string(tree).render().split())
        except (jinja2.TemplateError, PhraseError) as problem:
            raise TemplateProblem(str(problem)) from problem
        except TemplateProblem:
            raise
        except Exception as problem:
            # Whatever an expression does to values it does not fit: the author made a mistake in the text.
            raise TemplateProblem(f"{type(problem).__name__}: {problem}") from problem

    def render_all(self, texts: Sequence[str]) -> list[str]:
        """Many texts rendered, each as by :meth:`render`; reading them as one template is far quicker.

        Raises:
            TemplateProblem: one of them cannot be rendered; :meth:`render` tells which and why.
        """
        simple = [at for at, text in enumerate(texts) if "{" in text and "{%" not in text]
        done = dict(zip(simple, self._joined([texts[at] for at in simple]), strict=True))
        return [done[at] if at in done else self.render(text) for at, text in enumerate(texts)]

    def _joined(self, texts: Sequence[str]) -> list[str]:
        if any(_SEPARATOR in text for text in texts):
            return [self.render(text) for text in texts]
        try:
            whole = self._environment.from_string(_SEPARATOR.join(texts)).render()
        except Exception as problem:
            raise TemplateProblem(f"one of {len(texts)} texts: {problem}") from problem
        return [" ".join(part.split()) for part in whole.split(_SEPARATOR)]


def _unwrapped(kind: str, data: Mapping[str, object]) -> object:
    """What a file that holds one table beside its source is about: that table."""
    return data[kind] if set(data) - {SOURCE} == {kind} else data


def _refuse_costly(node: nodes.Node, loops: int = 0) -> None:
    """Refuse what could make a template run for long, or read another file."""
    if isinstance(node, _FORBIDDEN):
        raise TemplateProblem("macros, includes and imports are not available in rule texts")
    loops += isinstance(node, nodes.For)
    if loops > _DEEPEST_LOOP:
        raise TemplateProblem(f"loops may be nested {_DEEPEST_LOOP} deep at most")
    for child in node.iter_child_nodes():
        _refuse_costly(child, loops)


def component_count(rendered: str) -> int | None:
    """How many copies of a component a rendered ``count`` means; None when it is no such number."""
    if not (rendered.isascii() and rendered.isdigit()) or len(rendered) > len(str(MOST_COMPONENTS)):
        return None
    count = int(rendered)
    return count if 1 <= count <= MOST_COMPONENTS else None


def templates_of(title: Title) -> Templates:
    """The templates of a loaded title."""
    data: dict[str, Mapping[str, object]] = {
        kind: value for kind, value in title.data.items() if isinstance(value, Mapping)
    }

    def tile(tile_id: str) -> TileDefinition | None:
        entry = title.tiles.entries.get(tile_id)
        return None if entry is None else entry.tile

    return Templates(data, tile)


def render_book(title: Title) -> RuleBook:
    """The title's rule book with all texts and examples rendered.

    Raises:
        TemplateProblem: a template cannot be rendered; the text names the rule.
    """
    templates = templates_of(title)

    def rendered(rule: str, text: str) -> str:
        try:
            return templates.render(text)
        except TemplateProblem as problem:
            raise TemplateProblem(f"rule {rule}: {problem}") from problem

    sections = tuple(
        replace(
            section,
            rules=tuple(
                replace(rule, text=rendered(rule.id, rule.text), example=rendered(rule.id, rule.example))
                for rule in section.rules
            ),
        )
        for section in title.rulebook.sections
    )
    return replace(title.rulebook, sections=sections)
