"""The fields of a form that was posted, read as what they are."""

from __future__ import annotations

from io import BytesIO

import pytest
from starlette.datastructures import FormData, UploadFile

from app.web.page.forms import text, texts, typed, whole

FILE = UploadFile(BytesIO(b"x"))
FORM = FormData([("name", "  Ana "), ("name", "Bea"), ("name", FILE), ("n", " 12 "), ("many", "3x"), ("file", FILE)])


def test_a_field_is_what_was_typed_and_no_file() -> None:
    assert typed(FormData([("secret", " a ")]), "secret") == " a "
    assert text(FormData([("secret", " ab ")]), "secret", 1) == "a"
    assert (typed(FORM, "file"), text(FORM, "file"), typed(FORM, "none")) == ("", "", "")
    assert texts(FORM, "name") == ["  Ana ", "Bea"]


@pytest.mark.parametrize(("name", "read"), [("n", 12), ("many", "3x"), ("none", 0), ("file", 0)])
def test_what_is_no_number_is_kept_as_it_was_given(name: str, read: int | str) -> None:
    assert whole(FORM, name) == read
