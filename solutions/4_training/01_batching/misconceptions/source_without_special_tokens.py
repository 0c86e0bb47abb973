"""make_batch gives the target its special tokens, but not the source.

Both sides get them: the encoder too reads SOS, the words, EOS.
"""

from solution import add_sos_eos, pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([list(words) for words, _ in pairs], pad)
    return source, pad_to_one_length([add_sos_eos(words, sos, eos) for _, words in pairs], pad)
