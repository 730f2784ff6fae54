"""Our names of fields, and the names that public lists use for them.

A synonym that is learned once is known to every format whose entries are objects with named fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

#: Our name of a field → the names that mean it, best first. Case, spaces and punctuation do not count.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "paper_title", "paper_name", "article_title", "document_title", "item_title"),
    "former_title": ("former_title", "original_title"),
    "authors": (
        "authors_parsed",
        "author_full_names",
        "authors",
        "author",
        "author_list",
        "author_names",
        "author_string",
        "creators",
    ),
    "abstract": ("abstract", "paper_abstract", "abstract_text", "abstract_note", "summary", "description"),
    "venue": (
        "venue",
        "conference",
        "booktitle",
        "journal",
        "journal_ref",
        "container_title",
        "publication_title",
        "source_title",
        "publication_name",
        "journal_title",
        "journal_name",
        "journal_book",
        "publication",
        "proceeding",
        "proceedings",
    ),
    "year": (
        "year",
        "publication_year",
        "conference_year",
        "published_year",
        "pub_year",
        "date",
        "published",
        "publication_date",
        "update_date",
        "created",
    ),
    "decision": ("decision", "status", "presentation", "presentation_type", "acceptance"),
    "kind": (
        "kind",
        "entry_type",
        "item_type",
        "document_type",
        "publication_type",
        "pub_type",
        "content_type",
        "type",
    ),
    "area": ("area", "primary_area", "subject_area", "primary_category", "categories", "topic"),
    "keywords": ("keywords", "keyword", "author_keywords", "manual_tags", "tags", "topics", "tasks"),
    "tldr": ("tldr", "tl_dr", "one_sentence_summary"),
    "submission": ("submission", "submission_number", "paper_number"),
    # The number of a submission, or of a journal's issue.
    "number": ("number",),
    "volume": ("volume", "vol", "journal_volume"),
    "issue": ("issue", "issue_number", "journal_issue"),
    "pages": ("pages", "page_range", "page_numbers", "pagination", "art_no", "article_number"),
    "first_page": ("first_page", "page_start", "start_page", "starting_page", "beginning_page"),
    "last_page": ("last_page", "page_end", "end_page", "ending_page"),
    "publisher": ("publisher", "publisher_name"),
    "scores": ("scores", "ratings", "rating", "score"),
    "openreview": ("openreview", "openreview_id", "openreview_url", "forum", "forum_id", "forum_url"),
    "arxiv": ("arxiv", "arxiv_id", "arxiv_url", "eprint"),
    "doi": ("doi", "doi_url", "item_doi"),
    "acl": ("acl", "acl_id", "anthology_id"),
    "pmid": ("pmid", "pubmed", "pubmed_id"),
    "isbn": ("isbn",),
    "idents": ("idents", "identifiers"),
    "url": ("url", "paper_url", "link", "site", "page", "html_url", "abs_url", "url_abs", "abs", "article_url"),
    "pdf": ("pdf", "pdf_url", "pdf_link", "url_pdf", "open_access_pdf", "full_text_url"),
    "code": ("code", "code_url", "github", "github_url", "repository", "repo", "code_link", "url_code"),
    "links": ("links",),
    "id": ("id", "paper_id"),
    "uid": ("uid",),
    "title_derived": ("title_derived",),
    "uncertain": ("uncertain",),
    "confidence": ("confidence",),
}
_PUNCTUATION = re.compile(r"[^a-z0-9]")
_NAMES: dict[str, tuple[str, int]] = {
    _PUNCTUATION.sub("", name): (field, rank) for field, known in SYNONYMS.items() for rank, name in enumerate(known)
}
_SEEN: dict[str, tuple[str, int] | None] = {}


def field_of(name: str) -> tuple[str, int] | None:
    """Return our name of a field and how good a synonym `name` is for it (0 is best), or None for an unknown one."""
    try:
        return _SEEN[name]
    except KeyError:
        known = _NAMES.get(_PUNCTUATION.sub("", name.lower())) if len(name) < 40 else None
        if len(_SEEN) < 2000:  # A hostile file can hold any number of names.
            _SEEN[name] = known
        return known


def ours(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the known fields that are not empty under our names, the best synonym of each."""
    found: dict[str, object] = {}
    ranks: dict[str, int] = {}
    for name, value in fields.items():
        if value is None or value == "" or value == []:
            continue
        known = field_of(name)
        if known is not None and ranks.get(known[0], 99) > known[1]:
            found[known[0]] = value
            ranks[known[0]] = known[1]
    return found
