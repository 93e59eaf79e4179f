"""Templates of report lines."""

import pytest
from open18xx.engine.phrasing import FORMS, Phrasebook, PhraseError, faults_of, fields_of

from tests.support.contexts import loaded

#: Template, facts, what is said.
CASES: tuple[tuple[str, dict[str, object], str], ...] = (
    ("{corporation} stops", {"corporation": "PO"}, "PO stops"),
    ("{amount:money}", {"amount": 1250}, "F1,250"),
    ("{who:name} and {other:name}", {"who": "player-1", "other": "bank"}, "Ann and the bank"),
    ("{who:name}", {"who": "player-2"}, "Ben [x] {y}"),
    ("{who:name}", {"who": None}, "nobody"),
    ("{who:names}", {"who": ("player-1", "pool", "PO")}, "Ann, the pool and PO"),
    ("{place:hex}", {"place": "L14"}, "L14 (Lyon)"),
    ("{place:hex}", {"place": "H8"}, "H8"),
    ("{many:list}", {"many": ("a", "b", "c")}, "a, b and c"),
    ("{many:list}", {"many": ()}, "nothing"),
    ("{many:path}", {"many": ["A1", "B2"]}, "A1-B2"),
    ("{word:words}", {"word": "loan_interest"}, "loan interest"),
    ("{n:count share}", {"n": 1}, "1 share"),
    ("{n:count share}", {"n": 2}, "2 shares"),
    ("{n:count city/cities}", {"n": 2}, "2 cities"),
    ("{c:pick a=one|b=two|*=other}", {"c": "b"}, "two"),
    ("{c:pick a=one|b=two|*=other}", {"c": "z"}, "other"),
    ("{c:pick a=one}", {"c": "some_thing"}, "some thing"),
    ("{c:pick yes=on|no=off}", {"c": True}, "on"),
    ("{m:pairs}", {"m": {"player-1": 2, "PO": 1}}, "Ann 2, PO 1"),
    ("{m:pairs money}", {"m": {"player-1": 20}}, "Ann F20"),
    (
        "{l:each <to:name> <n:money>}",
        {"l": ({"to": "player-1", "n": 5}, {"to": "PO", "n": 6})},
        "Ann F5, PO F6",
    ),
    ("{d:deed}", {"d": {"type": "bid", "actor": "player-1", "amount": 5}}, "bid F5"),
    ("{d:deed}", {"d": {"type": "fly", "actor": "player-1"}}, "fly (actor player-1)"),
    ("a[ for {n:money}]", {"n": 0}, "a"),
    ("a[ for {n:money}]", {}, "a"),
    ("a[ for {n:money}]", {"n": 5}, "a for F5"),
    ("a[moved? goes][!moved? stays]", {"moved": True}, "a goes"),
    ("a[moved? goes][!moved? stays]", {"moved": False}, "a stays"),
    ("a[b? b[ {n}]]", {"b": 1, "n": 0}, "a b"),
    ("{flag}", {"flag": False}, "no"),
)


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    names = {"player-1": "Ann", "player-2": "Ben [x] {y}"}
    return Phrasebook(loaded("1826").title, names, {"pass": "pass", "bid": "bid {amount:money}"})


@pytest.mark.parametrize(("template", "facts", "said"), CASES)
def test_a_template_says(book: Phrasebook, template: str, facts: dict[str, object], said: str) -> None:
    assert book.say(template, facts) == said
    assert faults_of(template) == ()


@pytest.mark.parametrize(
    ("template", "facts"),
    [
        ("{a}", {}),
        ("{a:money}", {"a": "x"}),
        ("{a:list}", {"a": 1}),
        ("{a:pairs}", {"a": 1}),
        ("{a:fly}", {"a": 1}),
    ],
)
def test_facts_that_do_not_fit_are_refused(book: Phrasebook, template: str, facts: dict[str, object]) -> None:
    with pytest.raises(PhraseError):
        book.say(template, facts)
    assert book.said(template, "some_event", facts).startswith("some event")


@pytest.mark.parametrize("template", ["[a", "a]", "{a", "a}", "{a:money", "[[a]"])
def test_brackets_without_partner_are_refused(template: str) -> None:
    (fault,) = faults_of(template)
    assert template in fault or repr(template) in fault


def test_fields_in_sections_are_found() -> None:
    fields = fields_of("{a}[ {b:money}[c? {d:count share}]]")
    assert [(f.name, f.form, f.argument) for f in fields] == [
        ("a", "", ""),
        ("b", "money", ""),
        ("d", "count", "share"),
    ]
    assert faults_of("{a:fly}") == ("'{a:fly}': there is no form 'fly'",)


def test_every_form_is_tested() -> None:
    used = {field.form for template, _, _ in CASES for field in fields_of(template)}
    assert used >= set(FORMS)
