"""SOS and EOS are swapped: the sentence starts with EOS.

SOS is the start of the sequence, EOS its end: [sos, *words, eos].
"""


def add_sos_eos(words, sos, eos):
    return [eos, *words, sos]
