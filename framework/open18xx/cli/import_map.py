"""``open18xx import-map``: a map in the notation of 18xx.games becomes the YAML of a title pack."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from open18xx.interop.map_import import Imported
    from open18xx.interop.map_text import Lost, MapText
    from open18xx.interop.ruby_literals import TextError


class MapFileError(Open18xxError):
    """A file that cannot be imported, or one that is in the way."""


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Text with the map; - is standard input.")],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="New map.yaml; else it is printed.")
    ] = None,
    tiles: Annotated[
        Path | None, typer.Option("--tiles", metavar="FILE", help="New tiles.yaml, from TILES in the text.")
    ] = None,
    layout: Annotated[
        str, typer.Option("--layout", metavar="L", help="flat or pointy, where the text does not say it.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Turn a map in the notation of 18xx.games into the YAML of a title pack.

    Reads HEXES, LOCATION_NAMES, LAYOUT, AXES and TILES as they stand in a Ruby file (as text: nothing is
    executed), or a plain list of hexes. What cannot be expressed is listed. No file is ever overwritten.
    """
    from open18xx.interop.map_import import Errors, import_map
    from open18xx.interop.map_text import read_map_text
    from open18xx.interop.ruby_literals import TextError

    if layout not in ("", "flat", "pointy"):
        raise MapFileError(f"the layout should be flat or pointy, not {layout!r}")
    for path in (out, tiles):
        if path is not None and path.exists():
            raise MapFileError(f"{path} is there already; nothing is overwritten")
    if out is not None and out == tiles:
        raise MapFileError("the map and the tiles need a file each")
    content = _read(file)
    try:
        text = read_map_text(content)
        if layout:
            text.orientation = "flat" if layout == "flat" else "pointy"
        _demand_map(text, file, tiles)
        made = import_map(text)
    except TextError as error:
        return _refuse(file, (error,), as_json=as_json)
    except Errors as errors:
        return _refuse(file, errors.errors, as_json=as_json)
    files = _files(made, file, out, tiles)
    _write(files)
    if as_json:
        print_json(_document(made, files))
    else:
        _show(made, file, files, to_stdout=out is None and made.map is not None)
    return 0


def _read(file: Path) -> str:
    from open18xx.interop.ruby_literals import MOST_CHARACTERS

    try:
        if str(file) == "-":
            raw = sys.stdin.buffer.read(MOST_CHARACTERS * 4 + 1)
        else:
            with file.open("rb") as stream:
                raw = stream.read(MOST_CHARACTERS * 4 + 1)
    except OSError as error:
        raise MapFileError(f"{file}: {error.strerror or error}") from error
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise MapFileError(f"{file}:{line}: the text is not UTF-8") from error


def _demand_map(text: MapText, file: Path, tiles: Path | None) -> None:
    if not text.hexes and not text.tiles:
        hint = "it should have HEXES = {…}, or lines such as A1 = city=revenue:20"
        raise MapFileError(f"{file}: there are no hexes; {hint}")
    if text.hexes and text.orientation is None:
        raise MapFileError(f"{file}: LAYOUT is missing; give it with --layout flat or --layout pointy")
    if tiles is not None and not text.tiles:
        raise MapFileError(f"{file}: there is no TILES = {{…}}, so no tiles can be written")


def _refuse(file: Path, errors: tuple[TextError, ...], *, as_json: bool) -> int:
    for error in errors:
        print(f"{file}:{error.line}:{error.column}: {error.message}", file=sys.stderr)
    if as_json:
        problems = [
            {"file": str(file), "line": error.line, "column": error.column, "message": error.message}
            for error in errors
        ]
        print_json({"ok": False, "problems": problems})
    return 1


def _files(made: Imported, file: Path, out: Path | None, tiles: Path | None) -> dict[Path, str]:
    files: dict[Path, str] = {}
    if out is not None and made.map is not None:
        files[out] = map_yaml(made, file.name)
    if tiles is not None and made.tiles is not None:
        files[tiles] = tiles_yaml(made, file.name)
    return files


def map_yaml(made: Imported, name: str) -> str:
    """Text of ``map.yaml``."""
    from open18xx.interop.yaml_text import block, scalar

    bands = ", ".join(f"{number} {colour}" for number, colour in enumerate(made.bands, 1))
    lines = [
        "# yaml-language-server: $schema=../../schemas/map.schema.json",
        f"# A map imported from {_comment(name)}. Revenue bands (revenue_band in phases.yaml): {bands}.",
        *_comments(made.lost),
        f"source: {scalar(name)}",
        *block(made.map or {}, ("terrain", "hexes")),
    ]
    return "\n".join(lines) + "\n"


def tiles_yaml(made: Imported, name: str) -> str:
    """Text of ``tiles.yaml``."""
    from open18xx.interop.yaml_text import block, scalar

    lines = [
        "# yaml-language-server: $schema=../../schemas/tiles.schema.json",
        f"# Tiles imported from {_comment(name)}. The upgrade chart follows the general rules: next",
        "# colour, same label, as many cities and towns, old track kept. Compare it with the title's own.",
        f"source: {scalar(name)}",
        *block(made.tiles or {}, ("tiles", "blank_upgrades", "manifest")),
    ]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)


def _comments(lost: tuple[Lost, ...]) -> list[str]:
    if not lost:
        return []
    return ["# Left out or changed (line and column of the text imported):"] + [
        f"#   {_comment(str(one))}" for one in lost
    ]


def _write(files: dict[Path, str]) -> None:
    """Write new files, all or none; one that has come to be there meanwhile stays as it is."""
    written: list[Path] = []
    try:
        for path, text in files.items():
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                written.append(path)
                stream.write(text)
    except OSError as error:
        for made in written:
            made.unlink(missing_ok=True)
        if isinstance(error, FileExistsError):
            raise MapFileError(f"{path} is there already; nothing is overwritten") from error
        raise MapFileError(f"{path}: {error.strerror or error}") from error


def _document(made: Imported, files: dict[Path, str]) -> dict[str, object]:
    return {
        "ok": True,
        "files": [str(path) for path in files],
        "hexes": _number(made.map, "hexes"),
        "tiles": _number(made.tiles, "manifest"),
        "revenue_bands": list(made.bands),
        "map": made.map,
        "manifest": made.tiles,
        "lost": [
            {"line": one.line, "column": one.column, "what": one.what, "why": one.why} for one in made.lost
        ],
    }


def _number(data: object, key: str) -> int:
    table = data.get(key) if isinstance(data, dict) else None
    return len(table) if isinstance(table, dict) else 0


def _show(made: Imported, file: Path, files: dict[Path, str], *, to_stdout: bool) -> None:
    """What was made, and what was left out; with the map itself on stdout the rest goes to stderr."""
    stream = sys.stderr if to_stdout else sys.stdout
    if to_stdout:
        print(map_yaml(made, file.name), end="")
    for path in files:
        print(f"wrote {path}", file=stream)
    counted = [f"{_number(made.map, 'hexes')} hexes"] if made.map is not None else []
    if made.tiles is not None:
        counted.append(f"{_number(made.tiles, 'manifest')} kinds of tiles")
    print(", ".join(counted), file=stream)
    if not made.lost:
        print("nothing was left out", file=stream)
    for one in made.lost:
        print(f"{file}:{one.line}:{one.column}: left out or changed: {one.what}: {one.why}", file=stream)
