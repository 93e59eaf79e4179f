"""``open18xx docs``: the rule reference of a title."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from open18xx.cli.output import print_json, progress_bar
from open18xx.cli.title_options import Options, chosen_options
from open18xx.errors import Open18xxError

_FORMATS = ("html", "md", "pdf")


class WrongFormat(Open18xxError):
    """A format that docs cannot make."""


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id or folder of a title pack.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the files.")],
    formats: Annotated[
        str, typer.Option("--format", metavar="F,…", help="html, md, pdf, or several.")
    ] = "html",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="Of the PDF: a4, letter, …")] = "a4",
    theme: Annotated[
        str, typer.Option("--theme", metavar="NAME", help="standard, colour-blind or ink-saving.")
    ] = "standard",
    options: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Write the printable rule reference of a title, made from its data.

    The reference of a pack that extends another marks what differs.
    """
    from open18xx.cli.checked import base_of, checked_title
    from open18xx.reference import paper as sizes
    from open18xx.reference.book import book_of
    from open18xx.reference.changes import compared
    from open18xx.reference.html import html_of
    from open18xx.reference.markdown import markdown_of
    from open18xx.reference.output import write_all
    from open18xx.reference.typeset import pdf_of
    from open18xx.render.look import look_of
    from open18xx.render.theme import theme_named

    wanted = _formats(formats)
    size = sizes.paper(paper)
    chosen_theme = theme_named(theme)
    title = checked_title(pack, chosen_options(options), as_json=as_json)
    if title is None:
        return 1
    base = base_of(title)
    steps = 1 + (base is not None) + len(wanted)
    progress_bar("putting the reference together", 0, steps)
    book = book_of(look_of(title, chosen_theme))
    if base is not None:
        progress_bar(f"comparing with {base.name}", 1, steps)
        book = compared(book, book_of(look_of(base, chosen_theme)))
    files: dict[str, bytes] = {}
    for order, name in enumerate(wanted):
        progress_bar(f"writing {name}", steps - len(wanted) + order, steps)
        if name == "html":
            files["index.html"] = html_of(book).encode()
        elif name == "md":
            files |= markdown_of(book)
        else:
            files["reference.pdf"] = pdf_of(book, size)
    progress_bar("", 0, 0)
    write_all(out, files)
    shown = [name for name in ("index.html", "index.md", "reference.pdf") if name in files]
    if as_json:
        rules = len(title.rulebook.ids())
        print_json(
            {"ok": True, "title": title.id, "folder": str(out), "files": sorted(files), "rules": rules}
        )
    else:
        for name in shown:
            print(out / name)
    return 0


def _formats(words: str) -> tuple[str, ...]:
    names = [name.strip().lower() for name in words.split(",") if name.strip()]
    for name in names or [""]:
        if name not in _FORMATS:
            raise WrongFormat(f"the format should be html, md or pdf, not {name!r}")
    return tuple(dict.fromkeys(names))
