"""docmill.toml as typed values, with the defaults that hold where it is silent."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, model_validator

from schemas.errors import SettingsError
from schemas.record import Opaque, Record

COLLECTION_NAME = r"^\w[\w .-]*$"
"""Collections name folders and files of the home: letters, digits, `_`, `-`, `.` and blanks."""


class Source(Record):
    """A folder that `nightly` scans. `include` and `exclude` are glob patterns on the path below it."""

    path: str
    collection: str = Field(default="default", pattern=COLLECTION_NAME)
    include: tuple[str, ...] = ("**/*",)
    exclude: tuple[str, ...] = ()
    manifest: str | None = None
    doc_type: str | None = None
    business_line: str | None = None


class EmbedderSettings(Record):
    """Which embedder, and how many texts it takes at once. `model` is a folder, a hub name or the endpoint's model.

    `threads` None means every core for e5 and one for the others. The prefixes are for models behind sentence-transformers or
    an endpoint that want one; e5 brings its own.
    """

    provider: Opaque = "e5"
    model: str = ""
    batch_size: int = Field(default=32, ge=1)
    threads: int | None = Field(default=None, ge=1)
    url: str = ""
    api_key_env: str = "DOCMILL_EMBEDDER_KEY"
    timeout_s: float = Field(default=60.0, gt=0)
    query_prefix: str = ""
    passage_prefix: str = ""
    dimension: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=16)


class IndexSettings(Record):
    """Where chunks are stored."""

    backend: Literal["lance"] = "lance"
    url: str = ""


class Limits(Record):
    """What a parsing child may use. `max_failed_page_share` is the share of pages that may crash without failing the file."""

    timeout_s: float = Field(default=60.0, gt=0)
    timeout_per_page_s: float = Field(default=5.0, ge=0)
    timeout_per_ocr_page_s: float = Field(default=30.0, ge=0)
    memory_mb: int = Field(default=2048, ge=64)
    max_failed_page_share: float = Field(default=0.0, ge=0, le=1)
    recycle_after: int = Field(default=100, ge=1)
    max_file_mb: int = Field(default=512, ge=1)
    max_expanded_mb: int = Field(default=1024, ge=1)


class ChunkPreset(Record):
    """How a kind of document is cut. `size` and `overlap` count in `unit`; `min_size` is what a merge tries to reach."""

    chunker: Opaque = "structure"
    size: int = Field(default=512, ge=16)
    overlap: int = Field(default=100, ge=0)
    min_size: int = Field(default=128, ge=0)
    unit: Literal["tokens", "chars"] = "tokens"
    parent_size: int = Field(default=1024, ge=16)
    breakpoint_percentile: float = Field(default=95.0, gt=0, lt=100)
    table_whole_tokens: int = Field(default=300, ge=16)

    @model_validator(mode="after")
    def _overlap_below_size(self) -> ChunkPreset:
        if self.overlap >= self.size:
            raise ValueError(f"overlap {self.overlap} must be smaller than size {self.size}, or chunks would never advance")
        return self


class PiiSettings(Record):
    """Which personal data is masked, how, and what is left alone. `entities` empty means all that are known."""

    entities: tuple[Opaque, ...] = ()
    operators: dict[Opaque, Opaque] = {}
    allow_list: tuple[str, ...] = ()
    allow_raw: bool = False
    pseudonym_key: str = "docmill"


class DocxSettings(Record):
    """How tracked changes are read."""

    revisions: Literal["accepted", "original", "all"] = "accepted"


class MineruSettings(Record):
    """Where MinerU is, if anywhere."""

    command: str = ""
    url: str = ""
    timeout_s: float = Field(default=300.0, gt=0)


class NormalizeSettings(Record):
    """Term dictionaries (YAML) per collection, and whether the index form folds Traditional to Simplified."""

    dictionaries: dict[str, str] = {}
    fold_traditional: bool = True


class FlowSettings(Record):
    """How a run is carried out. Dask's and Ray's workers are reached through Prefect."""

    runner: Literal["sequential", "processes", "dask", "ray"] = "sequential"
    workers: int = Field(default=2, ge=1)
    batch_size: int = Field(default=20, ge=1)
    schedule: str = "0 2 * * *"
    engine: Literal["local", "prefect"] = "local"
    catalog_url: str = ""
    lease_s: float = Field(default=120.0, gt=0)


class SearchSettings(Record):
    """Weights of the two rankings in reciprocal rank fusion, and how deep each is read."""

    vector_weight: float = Field(default=1.0, ge=0)
    bm25_weight: float = Field(default=1.0, ge=0)
    rrf_k: int = Field(default=60, ge=1)
    depth: int = Field(default=50, ge=1)


class Thresholds(Record):
    """Where a health metric becomes an alert. `gate_ignore` names metrics whose alerts are shown but fail no gate."""

    freshness_days: int = Field(default=7, ge=1)
    freshness_min_share: float = 0.05
    coverage_min_chunks: int = 100
    fragment_tokens: int = Field(default=128, ge=1)
    fragmentation_max_share: float = 0.15
    conflict_jaccard: float = Field(default=0.3, ge=0, le=1)
    conflict_max_pairs: int = 5
    duplicates_max_share: float = 0.05
    heading_only_max_share: float = 0.05
    mid_sentence_max_share: float = 0.05
    low_confidence: float = 0.8
    low_confidence_max_share: float = 0.1
    unresolved_max_share: float = 0.5
    gate_ignore: tuple[Opaque, ...] = ()
    validation_min_spearman: float = 0.65
    gate_min_recall: float = 0.0


class ReportSettings(Record):
    """Settings of the quality report."""

    thresholds: Thresholds = Thresholds()


class Settings(Record):
    """The whole of docmill.toml."""

    sources: tuple[Source, ...] = ()
    embedder: EmbedderSettings = EmbedderSettings()
    index: IndexSettings = IndexSettings()
    limits: Limits = Limits()
    chunking: dict[str, ChunkPreset] = {}
    pii: PiiSettings = PiiSettings()
    docx: DocxSettings = DocxSettings()
    mineru: MineruSettings = MineruSettings()
    normalize: NormalizeSettings = NormalizeSettings()
    flows: FlowSettings = FlowSettings()
    search: SearchSettings = SearchSettings()
    report: ReportSettings = ReportSettings()


def load_settings(path: Path, *, required: bool = False) -> Settings:
    """Return the settings of a TOML file, or the defaults where it does not exist and is not required.

    Raises SettingsError with one line per key that does not hold.
    """
    if not path.exists():
        if required:
            raise SettingsError(f"{path} does not exist; leave --config out to run with the defaults")
        return Settings()
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        return Settings.model_validate(values)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid TOML: {error}") from error
    except ValidationError as error:
        lines = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise SettingsError(f"{path}: {lines}") from error
