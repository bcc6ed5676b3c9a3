"""Judging quality: report, tune, validate-embeddings."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import click

from flows.commands.options import Common, as_of_option, common, progress, table, today

JSONL = click.Path(path_type=Path, dir_okay=False)


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers separated by commas."""

    name = "N,N,..."

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers, or fail with one line."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(part) for part in str(value).replace(" ", ",").split(",") if part)
        except ValueError:
            self.fail(f"{value!r} is not a list of whole numbers such as 200,500", param, ctx)


@click.command()
@click.option("--queries", type=JSONL, help="JSONL of questions with what answers them.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The page.  [default: in the home directory]")
@click.option("--gate", is_flag=True, help="Exit 1 if an alert stands.")
@as_of_option
@common
def report(common: Common, queries: Path | None, out: Path | None, gate: bool, as_of: date | None) -> int:
    """Report on the health of the chunks and on retrieval."""
    from flows.quality import write_report
    from reports.gate import gate as judge

    written = write_report(common.home, common.named_collection, today(as_of), queries, out)
    verdict = judge(written.report)
    value = written.report.summary()
    rows = [[name, json.dumps(number, ensure_ascii=False)] for name, number in value["health"].items()]
    sentences = [f"! {sentence}" for sentence in verdict.sentences]
    common.show(value, lambda: "\n".join([table(rows, ["metric", "value"]), *sentences, f"page: {written.page}"]))
    return 1 if gate and not verdict.holds else 0


@click.command()
@click.option("--queries", required=True, type=JSONL, help="JSONL of questions with what answers them.")
@click.option(
    "--sizes",
    type=Numbers(),
    default=(200, 500, 800, 1200, 2000),
    help="Chunk sizes in tokens.  [default: 200,500,800,1200,2000]",
)
@click.option("--overlaps", type=Numbers(), default=(0, 10, 20, 30), help="Overlaps in percent.  [default: 0,10,20,30]")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the sweep as JSON.")
@as_of_option
@common
def tune(
    common: Common, queries: Path, sizes: tuple[int, ...], overlaps: tuple[int, ...], out: Path | None, as_of: date | None
) -> int:
    """Sweep chunk sizes and overlaps over the documents that are active, and recommend a setting."""
    from flows.ingest import Order
    from flows.tuning import tune as do

    tuning = do(Order(common.home, common.named_collection, today(as_of), progress()), queries, sizes, overlaps)
    if out:
        out.write_text(tuning.model_dump_json(indent=1), encoding="utf-8")
    rows = [
        [run.chunker, str(run.size), f"{run.overlap} %", f"{run.metrics['recall@5']:.3f}", f"{run.metrics['mrr']:.3f}"]
        for run in tuning.runs
    ]
    text = [table(rows, ["chunker", "size", "overlap", "recall@5", "mrr"]), *tuning.messages, f"best: {tuning.best.why}"]
    common.show(tuning.summary(), lambda: "\n".join(text))
    return 0


@click.command("validate-embeddings")
@click.argument("pairs", type=JSONL)
@common
def validate_embeddings(common: Common, pairs: Path) -> int:
    """Compare the embedder with human judgements (CSV text_a,text_b,score): Spearman's rank correlation."""
    from models.embedder.validate import read_pairs, spearman_of_pairs

    least = common.settings.report.thresholds.validation_min_spearman
    value, used = spearman_of_pairs(common.home.embedder(), read_pairs(pairs))
    warning = (
        None
        if value >= least
        else f"Spearman {value:.3f} is below {least}: this embedder does not order these texts as people do"
    )
    common.show(
        {"spearman": round(value, 6), "pairs": used, "warning": warning},
        lambda: f"Spearman {value:.3f} over {used} pairs" + (f"\n! {warning}" if warning else ""),
    )
    return 0
