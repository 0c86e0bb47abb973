"""make_batch pads sources and targets to one common length.

Only the sentences of one side must be equally long. Cross-attention works with two lengths, and needless padding costs
time. Pad each side by itself.
"""

from solution import add_sos_eos, loss_mask, pad_to_one_length, shift_right, source_mask, target_mask


def make_batch(pairs, sos, eos, pad):
    sources = [add_sos_eos(source, sos, eos) for source, _ in pairs]
    shifted = [shift_right(target, sos, eos) for _, target in pairs]
    everything = pad_to_one_length([*sources, *(i for i, _ in shifted), *(t for _, t in shifted)], pad)
    source, decoder_input, target = everything.split(len(pairs))
    return {
        "source": source,
        "decoder_input": decoder_input,
        "target": target,
        "source_mask": source_mask(source, pad),
        "target_mask": target_mask(decoder_input, pad),
        "loss_mask": loss_mask(target, pad),
    }
