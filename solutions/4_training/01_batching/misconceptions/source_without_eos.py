"""add_sos_eos puts SOS in front and leaves EOS out: the encoder cannot tell where the sentence ends.

Source and target both get two special tokens: SOS, the words, EOS. The decoder's input loses its last column later.
"""


def add_sos_eos(words, sos, eos):
    return [sos, *words]
