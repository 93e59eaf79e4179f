"""``open18xx print``: sheets of a title to print, cut out and play with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json, progress, progress_bar
from open18xx.cli.title_options import Options, chosen_options
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from open18xx.reference.frame import Settings
    from open18xx.reference.printing import Plan

_FORMATS = ("pdf", "svg")


class WrongFormat(Open18xxError):
    """A format that print cannot make."""


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id or folder of a title pack.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the files.")],
    parts: Annotated[
        list[str] | None,
        typer.Option(
            "--parts",
            metavar="PART,…",
            help="tiles, map, market, charters, certificates, trains, privates, extras, tokens, aid; or all. "
            "Only when named: backs.",
        ),
    ] = None,
    paper: Annotated[
        str,
        typer.Option("--paper", metavar="SIZE", help="a4, letter, any ISO or US size, or such as 200x300mm."),
    ] = "a4",
    formats: Annotated[str, typer.Option("--format", metavar="F,…", help="pdf, svg or both.")] = "pdf,svg",
    theme: Annotated[
        str, typer.Option("--theme", metavar="NAME", help="standard, colour-blind or ink-saving.")
    ] = "standard",
    layout: Annotated[
        str,
        typer.Option(
            "--layout", metavar="NAME", help="Of tile sheets: dense, ruler, apart, die, or a .yaml file."
        ),
    ] = "dense",
    tile_size: Annotated[
        str, typer.Option("--tile-size", metavar="LENGTH", help="Width of a tile across its sides.")
    ] = "38mm",
    hex_size: Annotated[
        str, typer.Option("--hex-size", metavar="LENGTH", help="Width of a hex of the map across its sides.")
    ] = "40mm",
    gap: Annotated[str, typer.Option("--gap", metavar="LENGTH", help="Between tiles.")] = "0mm",
    gutter: Annotated[
        str, typer.Option("--gutter", metavar="LENGTH", help="Between cards and between tokens.")
    ] = "0mm",
    bleed: Annotated[
        str, typer.Option("--bleed", metavar="LENGTH", help="How far colours go on outside the cut.")
    ] = "0mm",
    margin: Annotated[
        str, typer.Option("--margin", metavar="LENGTH", help="White edge of the sheets.")
    ] = "8mm",
    overlap: Annotated[
        str,
        typer.Option("--overlap", metavar="LENGTH", help="Of neighbouring pages of the map and the market."),
    ] = "10mm",
    token_size: Annotated[
        str, typer.Option("--token-size", metavar="LENGTH", help="Diameter of station tokens.")
    ] = "10.5mm",
    card_size: Annotated[
        str,
        typer.Option("--card-size", metavar="SIZE", help="mini-euro, poker, bridge … or such as 63x41mm."),
    ] = "mini-euro",
    unlimited: Annotated[
        int, typer.Option("--unlimited", min=1, max=200, help="Copies of what has neither limit nor number.")
    ] = 10,
    cut_lines: Annotated[bool, typer.Option("--cut-lines/--no-cut-lines", help="Lines to cut along.")] = True,
    crop_marks: Annotated[
        bool, typer.Option("--crop-marks/--no-crop-marks", help="Marks outside what is cut out.")
    ] = True,
    footer: Annotated[
        bool, typer.Option("--footer/--no-footer", help="Name, sheet number and scale bar below.")
    ] = True,
    items: Annotated[
        str | None, typer.Option("--items", metavar="FORMAT", help="Single things as png or svg, with bleed.")
    ] = None,
    guides: Annotated[
        bool, typer.Option("--guides", help="Show cut and safe zone on single things.")
    ] = False,
    dpi: Annotated[int, typer.Option("--dpi", min=36, max=1200, help="Resolution of PNGs.")] = 300,
    options: Options = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be printed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Make print-and-play sheets of a title, as PDF and SVG.

    The number of sheets is told before anything is written. Lengths are in millimetres unless they say
    otherwise (1.5in).
    """
    from open18xx.cli.checked import checked_title
    from open18xx.reference import paper as sizes
    from open18xx.reference.frame import Settings
    from open18xx.reference.items import item_files
    from open18xx.reference.output import write_all
    from open18xx.reference.printing import chosen_parts, files_of, plan_of
    from open18xx.render.look import look_of
    from open18xx.render.theme import theme_named

    wanted = chosen_formats(formats)
    if items is not None and items not in ("png", "svg"):
        raise WrongFormat(f"single things can be made as 'png' or 'svg', not {items!r}")
    sheet = sizes.paper(paper)
    settings = Settings(
        paper=sheet,
        margin=sizes.length(margin, "the margin", most=100),
        tile_size=sizes.length(tile_size, "the tile size", least=10, most=150),
        hex_size=sizes.length(hex_size, "the hex size", least=10, most=150),
        gap=sizes.length(gap, "the gap", most=50),
        gutter=sizes.length(gutter, "the gutter", most=50),
        bleed=sizes.length(bleed, "the bleed", most=10),
        layout=layout,
        overlap=sizes.length(overlap, "the overlap", most=60),
        token_size=sizes.length(token_size, "the token size", least=5, most=50),
        card_size=sizes.card(card_size),
        cut_lines=cut_lines,
        crop_marks=crop_marks,
        footer=footer,
        unlimited=unlimited,
        inches=(sheet.name in sizes.PAPERS and not sheet.name[-1].isdigit()) or "in" in paper,
    )
    names = chosen_parts(parts or ())
    chosen_theme = theme_named(theme)
    title = checked_title(pack, chosen_options(options), as_json=as_json)
    if title is None:
        return 1
    look = look_of(title, chosen_theme)
    plan = plan_of(look, settings, names)
    if not as_json:
        _tell(plan)
    files: dict[str, bytes] = {}
    if not dry_run:
        files = files_of(plan, wanted, progress_bar)
        if items is not None:
            progress("single things")
            files |= item_files(look, settings, names, items, dpi, guides=guides)
            progress("")
        write_all(out, files)
    if as_json:
        print_json(_document(plan, settings, sorted(files), out))
    elif not dry_run:
        print(f"{len(files)} files in {out}")
    return 0


def chosen_formats(words: str) -> tuple[str, ...]:
    """The formats that words such as ``pdf,svg`` name.

    Raises:
        WrongFormat: a word names no format.
    """
    names = [name.strip().lower() for name in words.split(",") if name.strip()]
    for name in names:
        if name not in _FORMATS:
            raise WrongFormat(f"the format should be pdf, svg or both (pdf,svg), not {name!r}")
    if not names:
        raise WrongFormat("the format should be pdf, svg or both (pdf,svg)")
    return tuple(dict.fromkeys(names))


def _tell(plan: Plan) -> None:
    """Say how many sheets there will be, and what may go wrong."""
    width = max((len(document.title) for document in plan.documents), default=0)
    plural = "s" if plan.sheets != 1 else ""
    print(f"{plan.look.title.name} {plan.look.title.version}: {plan.sheets} sheet{plural}")
    for document in plan.documents:
        first = document.sheets[0]
        size = first.paper or f"{first.width:.0f} × {first.height:.0f} mm"
        count = len(document.sheets)
        print(f"  {document.title:<{width}}  {count:>3} sheet{'s' if count != 1 else ' '}  {size}")
    for warning in plan.warnings:
        print(f"warning: {warning}", file=sys.stderr)


def _document(plan: Plan, settings: Settings, files: Sequence[str], out: Path) -> dict[str, object]:
    return {
        "ok": True,
        "title": plan.look.title.id,
        "version": plan.look.title.version,
        "paper": settings.paper.name,
        "sheets": plan.sheets,
        "documents": [
            {
                "name": document.name,
                "sheets": len(document.sheets),
                "width_mm": round(document.sheets[0].width, 2),
                "height_mm": round(document.sheets[0].height, 2),
            }
            for document in plan.documents
        ],
        "warnings": list(plan.warnings),
        "folder": str(out),
        "files": list(files),
    }
