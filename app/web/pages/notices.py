"""Where one is told that it is one's turn."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(include_in_schema=False)
