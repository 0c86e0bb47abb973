"""The shift goes the wrong way: the decoder reads the sentence and EOS, and must say the word before.

It is the input that starts with SOS. The target runs one word ahead of it and ends with EOS.
"""


def shift_right(sentence, sos, eos):
    return [*sentence, eos], [sos, *sentence]
