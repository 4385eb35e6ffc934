"""What all pages share: who asks, in which language, forms, refusals in words, the question panel, templates."""
