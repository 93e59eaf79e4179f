"""Whatever is in a file: a clear answer, never a traceback, and nothing lost before the damage."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open18xx.engine.context import Context
from open18xx.engine.record import FORMAT, GameRecord, from_json, to_json, to_text
from open18xx.errors import GameFileError, Open18xxError
from open18xx.interop import replay
from open18xx.interop.files import read_document
from open18xx.interop.replay import replay_file, replay_record

from tests.support.contexts import loaded
from tests.support.games import bot_record

_ACTIONS = 40


def game() -> GameRecord:
    return bot_record("greedy", 3, 11, _ACTIONS)


@pytest.fixture(autouse=True, scope="module")
def titles_loaded_once() -> Iterator[None]:
    """Loading a title takes longer than replaying these games."""
    slow = replay.open_recorded_title

    def quick(title: str, options: Sequence[str] = (), *, instead: str | None = None) -> Context:
        if (title, tuple(options), instead) == ("1826", (), None):
            return loaded("1826")
        return slow(title, options, instead=instead)

    with mock.patch.object(replay, "open_recorded_title", quick):
        yield


_TEXT = st.deferred(lambda: st.just(to_text(game()).encode()))
_PLACE = st.floats(0, 1, exclude_max=True)
_CHANGE = st.one_of(
    st.tuples(st.just("flip"), _PLACE, st.integers(0, 255)),
    st.tuples(st.just("insert"), _PLACE, st.binary(min_size=1, max_size=4)),
    st.tuples(st.just("delete"), _PLACE, st.integers(1, 40)),
    st.tuples(st.just("repeat"), _PLACE, st.integers(1, 200)),
    st.tuples(st.just("cut"), _PLACE, st.just(0)),
)


def mutated(raw: bytes, change: tuple[str, float, object]) -> bytes:
    kind, place, value = change
    at = int(place * len(raw))
    if kind == "flip" and isinstance(value, int):
        return raw[:at] + bytes([value]) + raw[at + 1 :]
    if kind == "insert" and isinstance(value, bytes):
        return raw[:at] + value + raw[at:]
    if kind == "delete" and isinstance(value, int):
        return raw[:at] + raw[at + value :]
    if kind == "repeat" and isinstance(value, int):
        return raw[: at + value] + raw[at:]
    return raw[:at]


@settings(max_examples=100)
@given(raw=_TEXT, changes=st.lists(_CHANGE, min_size=1, max_size=3))
def test_changed_bytes_give_a_report_or_one_message(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, changes: list[tuple[str, float, object]]
) -> None:
    for change in changes:
        raw = mutated(raw, change)
    path = tmp_path_factory.getbasetemp() / "mutated.json"
    path.write_bytes(raw)
    try:
        report = replay_file(path)
    except Open18xxError as error:
        assert str(error)
        return
    json.dumps(report.as_json(), ensure_ascii=True)
    assert report.actions_applied <= report.actions_total
    if report.format != FORMAT:
        assert report.error is not None, "the word for the format was hit"
        return
    assert report.game is not None
    assert len(report.game.actions) == report.actions_applied
    if report.error is None:
        assert report.status in ("finished", "unfinished")
    else:
        assert "the engine cannot play" not in report.error.message
        assert report.error.seq in (None, report.actions_applied + 1)


@settings(max_examples=40)
@given(place=_PLACE)
def test_a_cut_loses_nothing_before_it(tmp_path_factory: pytest.TempPathFactory, place: float) -> None:
    raw = to_text(game()).encode()
    begin = raw.index(b'"actions": [') + len(b'"actions": [')
    end = raw.index(b"\n  ],", begin)
    at = begin + int(place * (end - begin))
    path = tmp_path_factory.getbasetemp() / "cut.json"
    path.write_bytes(raw[:at])
    report = replay_file(path)
    assert report.status == "damaged"
    assert report.error is not None
    assert report.error.seq == report.actions_applied + 1
    # The last entry is whole but for the comma after it, at worst.
    whole = raw[begin:at].count(b"},\n")
    assert report.actions_applied in (whole, whole + 1)
    assert report.game is not None
    assert report.game.actions == tuple(
        loaded("1826").codec.from_json(action) for action in game().actions[: report.actions_applied]
    )


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["", "player-1", "bank", "pool", "PO", "Bridge", "F8", "9", "2H", "ipo", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)


_FIELDS = (
    "actor", "corporation", "private", "hex", "tile", "rotation", "amount", "price", "source", "shares",
    "city", "train", "runs", "choice", "agree", "what", "reason", "details", "count", "tokens",
)  # fmt: skip


@settings(max_examples=100)
@given(
    number=st.integers(0, _ACTIONS - 1),
    action=st.dictionaries(
        st.sampled_from(_FIELDS),
        _JSON,
        max_size=6,
    ),
    data=st.data(),
)
def test_actions_of_any_content_are_played_or_refused(
    number: int, action: dict[str, object], data: st.DataObject
) -> None:
    """Values of the right type but without sense reach the rules; they must refuse, not fail."""
    context = loaded("1826")
    good = dict(game().actions[number])
    kind = data.draw(st.sampled_from(context.codec.kinds()))
    entry = {**(good if data.draw(st.booleans()) else {"type": kind, "actor": good["actor"]}), **action}
    record = from_json({**to_json(game()), "actions": [*game().actions[:number], entry], "checks": [],
                        "corrections": data.draw(st.booleans())})  # fmt: skip
    report = replay_record(record, context_for=lambda _: context)
    assert report.actions_applied in (number, number + 1)
    if report.error is not None:
        assert "the engine cannot play" not in report.error.message, report.error.message


@pytest.mark.parametrize(
    "content", [b"\xff\xfe{\x00", b"{" * 10_000, b'{"actions":[' * 1000, b'{"a":"\\ud800"}']
)
def test_strange_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "strange"
    path.write_bytes(content)
    with pytest.raises(Open18xxError):
        replay_file(path)


def test_a_document_is_never_more_than_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text('{"format": "open18xx-game", "actions": [1, 2], "actions": [3]}', encoding="utf-8")
    document = read_document(path)
    assert document.data == {"format": "open18xx-game", "actions": [1, 2]}
    assert document.damage is not None
    assert "the key 'actions' is given twice" in document.damage.message
    with pytest.raises(GameFileError):
        replay_file(path)
