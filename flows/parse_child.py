"""The parsing child: reads one request a line, answers in lines, and lets nothing out that is not scrubbed.

    in   settings, then {"source": ..., "out": path, "scrub": bool} per file
    out  {"ready": true}, then per file {"pages": n} and {"done": ...} or {"error": ...}

The document goes to `out` (written whole, then named), never through the pipe.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, TextIO

from schemas.document import Document, SourceFile
from schemas.errors import Damaged, Defect, DocmillError, MemoryExceeded, Skipped
from schemas.settings import Settings

ORPHAN_CHECK_S = 1.0


def main() -> None:
    """Serve requests until standard input closes."""
    answers = _private_stdout()
    _watch_parent(os.getppid())
    settings = Settings.model_validate_json(sys.stdin.readline())
    from normalizers.pii import Scrubber
    from parsers.read import parse

    scrubber = Scrubber(settings.pii)
    _say(answers, ready=True)
    for line in sys.stdin:
        request = json.loads(line)
        source = SourceFile.model_validate(request["source"])
        try:
            document = parse(source, settings, lambda pages: _say(answers, pages=pages))
            if request["scrub"]:
                document, _ = scrubber.document(document)
            else:
                document = document.model_copy(update={"raw": True})
            write_document(Path(request["out"]), document)
            _say(answers, done=True)
        except Exception as error:  # the batch must go on, whatever a file does
            _say(answers, error=_described(error, scrubber, source))


def write_document(path: Path, document: Document) -> None:
    """Write a document, compressed, so that it is either there whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}.part")
    data = document.model_dump_json(exclude_computed_fields=True).encode("utf-8", "surrogatepass")
    part.write_bytes(gzip.compress(data, compresslevel=3, mtime=0))
    part.replace(path)


def read_document(path: Path) -> Document:
    """Return the document that `write_document` wrote."""
    return Document.model_validate_json(gzip.decompress(path.read_bytes()))


def _described(error: Exception, scrubber: Any, source: SourceFile) -> dict[str, Any]:
    error = _typed(error)
    return {
        "type": type(error).__name__,
        "message": scrubber.text(error.message),
        "stage": error.stage or "parse",
        "page": error.page,
        "rule": error.rule if isinstance(error, Skipped) else None,
        "name": scrubber.text(source.name),
    }


def _typed(error: Exception) -> DocmillError:
    if isinstance(error, DocmillError):
        return error
    if isinstance(error, MemoryError):
        return MemoryExceeded("reading needs more memory than there is; split the file", stage="parse")
    if isinstance(error, RecursionError):
        return Damaged("the file nests deeper than any reader can follow; it is damaged or made to harm", stage="parse")
    return Defect(f"{type(error).__name__} at {_innermost(error)}; report it together with the file's kind", stage="parse")


def _innermost(error: Exception) -> str:
    trace = error.__traceback__
    where = "an unknown place"
    while trace is not None:
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where


def _private_stdout() -> TextIO:
    """Return the pipe to the parent, and send everything that libraries print to nowhere."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return pipe


def _watch_parent(parent: int) -> None:
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(ORPHAN_CHECK_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _say(pipe: TextIO, **message: Any) -> None:
    pipe.write(json.dumps(message) + "\n")
    pipe.flush()


if __name__ == "__main__":
    main()
