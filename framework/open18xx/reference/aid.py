"""The player aid: one page with what players look up during play."""

from __future__ import annotations

from open18xx.reference.frame import Settings, Sheet, content_box, sheet
from open18xx.reference.sequence import Stage, stages
from open18xx.render.charts import phase_table, players_table, round_tracker, stage_legend, train_table
from open18xx.render.look import Look
from open18xx.render.svg import group, moved
from open18xx.render.tables import Drawn, bullet_list, heading, stacked
from open18xx.render.words import text

_LARGEST, _SMALLEST = 3.4, 1.7


def aid_sheets(look: Look, settings: Settings) -> list[Sheet]:
    """The player aid, its letters as large as one page allows."""
    left, top, right, bottom = content_box(settings, "upright")
    size = _LARGEST
    page = _page(look, right - left, size, settings.token_size)
    while page.height > bottom - top and size > _SMALLEST:
        size -= 0.1
        page = _page(look, right - left, size, settings.token_size)
    return [sheet(settings, "upright", "aid", "player aid", moved(left, top, page.element))]


def _page(look: Look, width: float, size: float, marker: float) -> Drawn:
    ink = look.theme.ink
    parts = {stage.title: stage for stage in stages(look.title)}
    gap = 4.0
    half = (width - gap) / 2

    def section(stage: Stage, wide: float) -> Drawn:
        numbered = stage.title == "Operating turn"
        return stacked(
            [
                heading(stage.title, wide, size * 1.25, ink),
                bullet_list(stage.points, wide, size, ink, numbers=numbered),
            ],
            0.6,
        )

    left_column = [parts[name] for name in ("Stock round", "End of the game") if name in parts]
    right_column = [parts[name] for name in ("Operating rounds", "Operating turn") if name in parts]
    columns = [
        stacked([section(stage, half) for stage in column], size) for column in (left_column, right_column)
    ]
    pair = Drawn(
        group(columns[0].element, moved(half + gap, 0, columns[1].element)),
        max(column.height for column in columns),
    )
    top = [part for name, part in parts.items() if name == "Sale of the private companies"]
    title = Drawn(text(look.title.name, (0, 4), 7, bold=True, anchor="start", colour=ink), 8.5)
    return stacked(
        [
            title,
            players_table(look, width, size),
            stacked([heading("Phases", width, size * 1.25, ink), phase_table(look, width, size)], 0.5),
            stage_legend(look, size),
            stacked([heading("Trains", width, size * 1.25, ink), train_table(look, width, size)], 0.5),
            *(section(stage, width) for stage in top),
            pair,
            round_tracker(look, width, marker),
        ],
        size * 0.8,
    )
