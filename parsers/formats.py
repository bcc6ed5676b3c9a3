"""Every file format that sniffing can name: its kind, media type and what people call it."""

from __future__ import annotations

from schemas.document import Kind
from schemas.record import Opaque, Record


class Format(Record):
    """A file format. Several formats may share a kind; the media type names exactly one."""

    name: Opaque
    kind: Kind
    mime: Opaque
    noun: Opaque


_OOXML = "application/vnd.openxmlformats-officedocument"

FORMATS = (
    Format(name="pdf", kind=Kind.PDF, mime="application/pdf", noun="a PDF"),
    Format(name="docx", kind=Kind.DOCX, mime=f"{_OOXML}.wordprocessingml.document", noun="a Word document"),
    Format(name="pptx", kind=Kind.PPTX, mime=f"{_OOXML}.presentationml.presentation", noun="a PowerPoint presentation"),
    Format(name="xlsx", kind=Kind.XLSX, mime=f"{_OOXML}.spreadsheetml.sheet", noun="an Excel workbook"),
    Format(name="xlsb", kind=Kind.OTHER, mime="application/vnd.ms-excel.sheet.binary", noun="a binary workbook"),
    Format(name="csv", kind=Kind.CSV, mime="text/csv", noun="a delimited table"),
    Format(name="html", kind=Kind.HTML, mime="text/html", noun="a web page"),
    Format(name="markdown", kind=Kind.MARKDOWN, mime="text/markdown", noun="a Markdown text"),
    Format(name="text", kind=Kind.TEXT, mime="text/plain", noun="a plain text"),
    Format(name="code", kind=Kind.CODE, mime="text/x-source", noun="source code"),
    Format(name="json", kind=Kind.JSON, mime="application/json", noun="a JSON file"),
    Format(name="ndjson", kind=Kind.JSON, mime="application/x-ndjson", noun="JSON lines"),
    Format(name="openapi", kind=Kind.OPENAPI, mime="application/vnd.oai.openapi", noun="an OpenAPI description"),
    Format(name="png", kind=Kind.IMAGE, mime="image/png", noun="a PNG picture"),
    Format(name="jpeg", kind=Kind.IMAGE, mime="image/jpeg", noun="a JPEG picture"),
    Format(name="tiff", kind=Kind.IMAGE, mime="image/tiff", noun="a TIFF picture"),
    Format(name="bmp", kind=Kind.IMAGE, mime="image/bmp", noun="a BMP picture"),
    Format(name="webp", kind=Kind.IMAGE, mime="image/webp", noun="a WebP picture"),
    Format(name="gif", kind=Kind.IMAGE, mime="image/gif", noun="a GIF picture"),
    Format(name="doc", kind=Kind.LEGACY, mime="application/msword", noun="a legacy Word document (.doc)"),
    Format(name="ppt", kind=Kind.LEGACY, mime="application/vnd.ms-powerpoint", noun="a legacy presentation (.ppt)"),
    Format(name="xls", kind=Kind.LEGACY, mime="application/vnd.ms-excel", noun="a legacy workbook (.xls)"),
    Format(name="ole", kind=Kind.OTHER, mime="application/x-ole-storage", noun="an OLE compound file of unknown use"),
    Format(name="msg", kind=Kind.OTHER, mime="application/vnd.ms-outlook", noun="an Outlook message"),
    Format(name="eml", kind=Kind.OTHER, mime="message/rfc822", noun="an e-mail message"),
    Format(name="rtf", kind=Kind.OTHER, mime="application/rtf", noun="a rich text (RTF)"),
    Format(name="odt", kind=Kind.OTHER, mime="application/vnd.oasis.opendocument.text", noun="an OpenDocument text"),
    Format(name="ods", kind=Kind.OTHER, mime="application/vnd.oasis.opendocument.spreadsheet", noun="an OpenDocument sheet"),
    Format(name="odp", kind=Kind.OTHER, mime="application/vnd.oasis.opendocument.presentation", noun="OpenDocument slides"),
    Format(name="epub", kind=Kind.OTHER, mime="application/epub+zip", noun="an EPUB book"),
    Format(name="ofd", kind=Kind.OTHER, mime="application/ofd", noun="an OFD document (GB/T 33190)"),
    Format(name="zip", kind=Kind.OTHER, mime="application/zip", noun="a zip archive"),
    Format(name="gzip", kind=Kind.OTHER, mime="application/gzip", noun="a gzip archive"),
    Format(name="binary", kind=Kind.OTHER, mime="application/octet-stream", noun="a binary file of an unknown format"),
)

BY_NAME = {entry.name: entry for entry in FORMATS}
BY_MIME = {entry.mime: entry for entry in FORMATS}
