"""A headless browser of the Chromium family, where one is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
#: Asks the loaded page about itself and leaves the answer in its title.
_PROBE = """<script>
window.addEventListener("load", () => document.fonts.ready.then(() => {
  const links = [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'));
  const flat = [...document.querySelectorAll('figure svg')].filter(s => s.getBoundingClientRect().height < 3);
  const wide = [...document.querySelectorAll('main p, main table, main figure, main li')].filter(
    e => !e.closest('.scroll') && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
  document.title = "probe" + JSON.stringify({
    broken: links.filter(h => !h.startsWith('#') || !document.getElementById(decodeURIComponent(h.slice(1)))),
    links: links.length,
    fonts: [...document.fonts].filter(f => f.status == 'loaded').length,
    failed: [...document.fonts].filter(f => f.status == 'error').length,
    flat: flat.length,
    wide: wide.map(e => e.textContent.slice(0, 40)),
    scroll: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    loads: [...document.querySelectorAll('[src], link[href]')].map(e => e.getAttribute('src') ||
      e.getAttribute('href')).filter(name => !name.startsWith('data:')),
    quirks: document.compatMode,
  });
}));
</script>"""


@cache
def browser() -> str:
    """The program; the test is skipped where there is none."""
    for name in NAMES:
        place = shutil.which(name)
        if place is not None:
            return place
    pytest.skip(f"no browser on the PATH (looked for {', '.join(NAMES)})")


def _run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        browser(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        f"--user-data-dir={folder / 'profile'}",
        *arguments,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done


def probed(page: str, folder: Path, width: int = 1280) -> tuple[dict[str, Any], list[str]]:
    """What a loaded page tells of itself, and what the browser wrote on its console."""
    file = folder / "probed.html"
    file.write_text(page.replace("</body>", f"{_PROBE}</body>"), encoding="utf-8")
    done = _run(
        f"--window-size={width},900", "--virtual-time-budget=5000", "--dump-dom", file.as_uri(), folder=folder
    )
    answer = re.search(r"<title>probe(\{.*?\})</title>", done.stdout, re.DOTALL)
    assert answer is not None, done.stdout[:500]
    return json.loads(unescape(answer[1])), [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def printed(page: str, folder: Path) -> bytes:
    """The PDF that the browser prints of a page."""
    file, target = folder / "printed.html", folder / "printed.pdf"
    file.write_text(page, encoding="utf-8")
    _run("--no-pdf-header-footer", f"--print-to-pdf={target}", file.as_uri(), folder=folder)
    return target.read_bytes()
