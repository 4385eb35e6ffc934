"""Lessons: positions with a sentence and something to do, read from files beside the rules and judged by the server."""
