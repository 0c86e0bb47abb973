"""make_batch pads first and then cuts off the last column: the shorter sentences keep EOS in the decoder's input.

The loss does not count there, so it does little harm, but the input asked for has no EOS. Shift each sentence, and pad
afterwards.
"""

from solution import add_sos_eos, loss_mask, pad_to_one_length, source_mask, target_mask


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(sentence, sos, eos) for sentence, _ in pairs], pad)
    framed = pad_to_one_length([add_sos_eos(sentence, sos, eos) for _, sentence in pairs], pad)
    decoder_input, target = framed[:, :-1], framed[:, 1:]
    return {
        "source": source,
        "decoder_input": decoder_input,
        "target": target,
        "source_mask": source_mask(source, pad),
        "target_mask": target_mask(decoder_input, pad),
        "loss_mask": loss_mask(target, pad),
    }
