"""The target has no SOS: after the shift the decoder's input would start with the first word.

The decoder must start from something to predict the first word. Both sides of a batch are SOS, the words, EOS.
"""

from solution import add_sos_eos, pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(words, sos, eos) for words, _ in pairs], pad)
    return source, pad_to_one_length([[*words, eos] for _, words in pairs], pad)
