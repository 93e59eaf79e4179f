"""``open18xx explain``: what a code means that ``check`` or the game reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from open18xx.cli.output import print_json
from open18xx.errors import Open18xxError

if TYPE_CHECKING:
    from open18xx.loading.codes import Diagnostic


class UnknownCode(Open18xxError):
    """A code that nothing reports."""


def command(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="Such as T012, or a refusal such as train.limit.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Explain a code that check or the engine reports."""
    from open18xx.definition.codes import REFUSALS
    from open18xx.loading.codes import CODES
    from open18xx.loading.shape import nearest

    diagnostic = CODES.get(code.upper())
    if diagnostic is not None:
        _show_diagnostic(diagnostic, as_json=as_json)
        return 0
    cited = dict(_citing(code))
    if code not in REFUSALS and not cited:
        hint = nearest(code.upper(), CODES) or nearest(code, REFUSALS) or "codes of check are like T012"
        raise UnknownCode(f"there is no code '{code}'; {hint}")
    _show_refusal(code, cited, as_json=as_json)
    return 0


def _show_diagnostic(diagnostic: Diagnostic, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "code": diagnostic.code,
                "severity": diagnostic.severity,
                "summary": diagnostic.summary,
                "reason": diagnostic.reason,
                "bad": diagnostic.bad,
                "good": diagnostic.good,
            }
        )
        return
    print(f"{diagnostic.code} ({diagnostic.severity}): {diagnostic.summary}\n\n{diagnostic.reason}")
    for title, lines in (("Not:", diagnostic.bad), ("But:", diagnostic.good)):
        if lines:
            print(f"\n{title}")
            print("\n".join(f"    {line}" for line in lines.splitlines()))


def _citing(code: str) -> Iterator[tuple[str, str]]:
    """Rules of the packs at hand that a refusal cites, with their texts."""
    from open18xx.errors import PackError
    from open18xx.loading import load_title
    from open18xx.loading.packs import known_packs
    from open18xx.loading.templates import TemplateProblem, render_book

    for folder in known_packs().values():
        try:
            book = render_book(load_title(folder, hooks=False))
        except (PackError, TemplateProblem):
            continue
        for section in book.sections:
            yield from ((rule.id, rule.text) for rule in section.rules if code in rule.refusals)


def _show_refusal(code: str, cited: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        rules = [{"id": name, "text": text} for name, text in cited.items()]
        print_json({"code": code, "summary": "a refusal of the game", "rules": rules})
        return
    print(f"{code}: a refusal of the game")
    for name, text in cited.items():
        print(f"\n{name}\n    {text}")
    if not cited:
        print("\nNo rule of the packs at hand is cited for it.")
