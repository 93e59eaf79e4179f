"""``open18xx info``: what a title pack contains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json

if TYPE_CHECKING:
    from open18xx.definition.title import Title


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id or folder of a title pack.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Tell what a title pack contains."""
    from open18xx.loading import load_title

    title = load_title(pack, hooks=False)
    if as_json:
        print_json(document(title))
    else:
        _show(title)
    return 0


def counts(title: Title) -> dict[str, int]:
    """How many there are of each kind of thing. ``tile_copies`` leaves unlimited tiles out."""
    entries = title.tiles.entries.values()
    return {
        "hexes": len(title.map.hexes),
        "tiles": len(title.tiles.entries),
        "tile_copies": sum(entry.count or 0 for entry in entries),
        "market_spaces": sum(price is not None for row in title.market.rows for price in row),
        "trains": len(title.trains),
        "phases": len(title.phases),
        "privates": len(title.companies.privates),
        "corporations": len(title.companies.corporations),
        "hook_modules": len(title.hook_modules),
        "options": len(title.options),
        "rules": len(title.rulebook.ids()),
    }


def sources(title: Title) -> dict[str, list[str]]:
    """Where the figures come from: of the pack as a whole (``title``) and of each file that says it."""
    from open18xx.loading.kinds import KINDS

    found = {kind: list(title.sources(kind)) for kind in KINDS}
    return {kind: named for kind, named in found.items() if named}


def document(title: Title) -> dict[str, object]:
    """Everything as one JSON document."""
    return {
        "id": title.id,
        "name": title.name,
        "subtitle": title.subtitle,
        "version": title.version,
        "folder": str(title.folder),
        "content_hash": title.content_hash,
        "bank": None if title.bank_unlimited else title.bank_cash,
        "players": {
            str(number): {"cash": figures.cash, "certificate_limit": figures.certificate_limit}
            for number, figures in title.players.items()
        },
        "counts": counts(title),
        "sources": sources(title),
        "corporations": list(title.companies.corporations),
        "privates": list(title.companies.privates),
        "trains": list(title.trains),
        "phases": list(title.phases),
        "hook_modules": [hook.name for hook in title.hook_modules],
        "options": [
            {"id": option.id, "name": option.name, "text": option.text} for option in title.options.values()
        ],
    }


def _show(title: Title) -> None:
    numbers = list(title.players)
    money = title.currency.format
    print(f"{title.name} {title.version}" + (f" · {title.subtitle}" if title.subtitle else ""))
    print(f"  folder        {title.folder}")
    print(f"  players       {numbers[0]}" + (f" to {numbers[-1]}" if len(numbers) > 1 else ""))
    print(f"  bank          {'no limit' if title.bank_unlimited else money(title.bank_cash)}")
    number = counts(title)
    unlimited = sum(entry.count is None for entry in title.tiles.entries.values())
    copies = f"{number['tiles']} kinds, {number['tile_copies']} pieces"
    print(f"  map           {number['hexes']} hexes")
    print(f"  tiles         {copies}" + (f", {unlimited} kinds without limit" if unlimited else ""))
    print(f"  market        {number['market_spaces']} spaces")
    print(f"  privates      {', '.join(title.companies.privates) or 'none'}")
    print(f"  corporations  {', '.join(title.companies.corporations)}")
    print(f"  trains        {', '.join(title.trains)}")
    print(f"  phases        {', '.join(title.phases)}")
    print(f"  hook modules  {', '.join(hook.name for hook in title.hook_modules) or 'none'}")
    print(f"  rules         {number['rules']}")
    for option in title.options.values():
        print(f"  option        {option.id}: {option.name}")
    named = sources(title)
    if named:
        print(f"  sources       {'; '.join(named.pop('title', ['of single files:']))}")
    for kind, words in named.items():
        print(f"    {kind:<12}{'; '.join(words)}")
