"""One English sentence for every event, question, option and refusal, by key.

Placeholders are ``{name}`` or ``{name:kind}`` with kind ``len`` (1/100 mm in
centimetres), ``model`` (code and name of a model or unit), ``seat`` (the
player), ``sign`` (a number with its sign), ``word`` (a key worded under
``word.<key>``).
"""


def N_(text: str) -> str:  # noqa: N802
    """Mark a sentence for translation."""
    return text
