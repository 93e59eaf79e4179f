"""``python -m open18xx``: the same as the console command ``open18xx``."""

from open18xx.cli.main import run

if __name__ == "__main__":
    run()
