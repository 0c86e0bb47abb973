"""tied_logits reshapes the table to (d_model, vocab_size) where it should be transposed.

reshape keeps the numbers in their order and so breaks up the words' vectors. Use embedding.T.
"""


def tied_logits(hidden, embedding):
    vocab_size, d_model = embedding.shape
    return hidden @ embedding.reshape(d_model, vocab_size)
