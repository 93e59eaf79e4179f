"""The pages that the site gets while it is built: a reference for every title that comes with the program."""

import re
from functools import cache

from mkdocs.config.defaults import MkDocsConfig
from open18xx.loading.packs import known_packs

from scripts import command_page, site_titles

IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


@cache
def pages() -> dict[str, bytes]:
    return dict(site_titles.pages())


def test_every_shipped_title_has_its_reference() -> None:
    ids = {title.id for title in site_titles.shipped()}
    assert {name.lower() for name in known_packs()} <= {name.lower() for name in ids}
    index = pages()["titles/index.md"].decode()
    for title in site_titles.shipped():
        assert f"({title.id}/index.md)" in index
        page = pages()[f"titles/{title.id}/index.md"].decode()
        assert all(f'<a id="{rule}"></a>' in page for rule in title.rulebook.ids())


def test_every_drawing_of_a_page_is_there_and_told_in_words() -> None:
    for name, content in pages().items():
        if name.endswith(".md"):
            folder = name.rpartition("/")[0]
            for words, drawing in IMAGE.findall(content.decode()):
                assert words, f"{name}: {drawing} has no text"
                assert f"{folder}/{drawing}" in pages(), f"{name}: {drawing} is missing"


def test_the_pages_stay_small() -> None:
    """What a reader loads: the text and the drawings of one title."""
    for title in site_titles.shipped():
        size = sum(len(data) for name, data in pages().items() if name.startswith(f"titles/{title.id}/"))
        assert size < 1_500_000, title.id


def test_the_navigation_lists_the_titles_under_their_heading() -> None:
    config = MkDocsConfig()
    config.nav = [{"First": "index.md"}, {"Titles": "titles/index.md"}, {"Last": "end.md"}]
    changed = site_titles.on_config(config).nav
    assert changed is not None
    assert changed[0] == {"First": "index.md"} and changed[2] == {"Last": "end.md"}
    assert changed[1]["Titles"][0] == "titles/index.md"
    assert len(changed[1]["Titles"]) == len(site_titles.shipped()) + 1


def test_the_page_of_commands_has_every_option_once() -> None:
    page = command_page.text()
    section = page.partition("\n## print\n")[2].partition("\n## ")[0]
    assert section.startswith("\n```text\nopen18xx print PACK -o DIR [OPTIONS]\n```\n")
    assert "| `--tile-size LENGTH` | Width of a tile across its sides. Default: `38mm`. |" in section
    assert section.count("`--dpi N`") == 1
