"""``open18xx diff``: what differs between two title packs, as a player would say it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Final

import typer

from open18xx.cli.output import print_json, progress
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from open18xx.definition.title import Title
    from open18xx.reference.changes import Change, FieldChange
    from open18xx.reference.values import ValueChange

_FORMATS: Final = ("text", "md")
#: Kinds of files of which the reference does not put every value into words.
_BESIDES: Final = ("rounds", "title", "map")
_SIGNS: Final = {"added": "new", "removed": "gone", "changed": ""}


class WrongFormat(Open18xxError):
    """A format that diff cannot write."""


def command(
    first: Annotated[str, typer.Argument(metavar="A", help="Id or folder of a title pack.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Id or folder of another one.")],
    written: Annotated[str, typer.Option("--format", metavar="F", help="text or md.")] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Tell what differs between two title packs, as a player would say it.

    Exit status 0 whether or not they differ, 1 when one of them cannot be read.
    """
    from open18xx.loading import load_title
    from open18xx.reference.book import book_of
    from open18xx.reference.changes import changes
    from open18xx.reference.values import value_changes
    from open18xx.render.look import look_of
    from open18xx.render.theme import theme_named

    if written not in _FORMATS:
        raise WrongFormat(f"the format should be text or md, not {written!r}")
    titles = [load_title(ref, hooks=False) for ref in (first, second)]
    books = []
    for title in titles:
        progress(f"{title.name}: putting the reference together")
        books.append(book_of(look_of(title, theme_named("standard"))))
    progress("")
    found = changes(books[0], books[1])
    values = value_changes(titles[0], titles[1])
    if as_json:
        print_json(_document(titles[0], titles[1], found, values))
    else:
        shown = tuple(value for value in values if value.file in _BESIDES or not found)
        for line in lines(titles[0], titles[1], found, shown, markdown=written == "md"):
            print(line)
    return 0


def _document(
    before: Title, after: Title, found: tuple[Change, ...], values: tuple[ValueChange, ...]
) -> dict[str, object]:
    return {
        "ok": True,
        "a": _named(before),
        "b": _named(after),
        "same": not found and not values,
        "changes": [
            {
                "heading": change.heading,
                "subject": change.subject,
                "kind": change.kind,
                "fields": [
                    {"name": field.name, "before": field.before, "after": field.after}
                    for field in change.fields
                ],
            }
            for change in found
        ],
        "values": [
            {"file": value.file, "path": value.path, "before": value.before, "after": value.after}
            for value in values
        ],
    }


def _named(title: Title) -> dict[str, object]:
    return {
        "id": title.id,
        "name": title.name,
        "version": title.version,
        "content_hash": title.content_hash,
    }


def lines(
    before: Title,
    after: Title,
    found: tuple[Change, ...],
    values: tuple[ValueChange, ...],
    *,
    markdown: bool,
) -> list[str]:
    """The differences as lines of plain text or of Markdown."""
    top = f"What differs in {after.name} from {before.name}"
    made = [f"# {top}"] if markdown else [top]
    if not found and not values:
        return [*made, "", "Nothing."]
    heading = ""
    for change in found:
        if change.heading != heading:
            heading = change.heading
            made += ["", f"## {heading}", ""] if markdown else ["", heading]
        made.append(("- " if markdown else "  ") + _sentence(change, bold=markdown))
    if values:
        made += ["", "## As written in the packs", ""] if markdown else ["", "As written in the packs"]
        mark = "`" if markdown else ""
        made += [
            f"{'- ' if markdown else '  '}{mark}{value.file}.{value.path}{mark}: "
            f"{_plain(value.before)} → {_plain(value.after)}"
            for value in values
        ]
    return made


def _sentence(change: Change, *, bold: bool) -> str:
    sign = _SIGNS[change.kind]
    subject = f"**{change.subject}**" if bold and change.subject else change.subject
    begin = " ".join(word for word in (sign, subject) if word)
    said = "; ".join(_field(field) for field in change.fields if (field.before or field.after) != "–")
    return f"{begin}: {said}" if begin else said


def _field(field: FieldChange) -> str:
    name = f"{field.name} " if field.name else ""
    if field.before is None or field.after is None:
        return f"{name}{field.after if field.before is None else field.before}"
    if field.name or len(field.before) < 40:
        return f"{name}{field.before} → {field.after}"
    return f"“{field.before}” → “{field.after}”"


def _plain(value: object) -> str:
    return "not given" if value is None else json.dumps(value, ensure_ascii=False)
