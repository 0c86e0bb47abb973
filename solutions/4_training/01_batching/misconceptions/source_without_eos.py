"""add_sos_eos puts SOS in front and leaves EOS out: the encoder cannot tell where the sentence ends.

The encoder reads both: SOS, the sentence, EOS. Only the decoder's input goes without EOS.
"""


def add_sos_eos(sentence, sos, eos):
    return [sos, *sentence]
