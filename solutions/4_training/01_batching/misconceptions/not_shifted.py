"""The target is not shifted: at each position the decoder must say the word it has just read.

It learns to copy its input, with a tiny loss, and cannot go on by itself. The target at position t is the word that
comes after the input at position t: sentence + EOS under SOS + sentence.
"""


def shift_right(sentence, sos, eos):
    return [sos, *sentence], [sos, *sentence]
