"""Rendering: a report in, HTML out."""

from __future__ import annotations

from pathlib import Path

from reports.page.view import view
from reports.report import Report

FOLDER = Path(__file__).parent


def render(report: Report, previous: Report | None = None) -> str:
    """Return the page of a report, compared with the previous one of the same collection where it is given.

    Everything a document or a user wrote is escaped; the page holds no script and loads nothing.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("report.html").render(view(report, previous)) + "\n"
