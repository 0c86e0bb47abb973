# wrong: trim finds the EOS by argmax of (ids == eos), which is 0 for a sentence without EOS, so a sentence cut by the limit loses all its words.
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    tokens = source.new_full((source.shape[0], 1), sos)
    ended = torch.zeros_like(tokens[:, 0], dtype=torch.bool)
    for step in range(max_length):
        logits = model.decode(tokens, memory, source_keep)
        new = next_token(logits)
        new = new.masked_fill(ended, pad)
        ended = ended | new.eq(eos)
        tokens = torch.hstack([tokens, new.unsqueeze(1)])
        if bool(ended.all()):
            break
    return tokens[:, 1:]


def trim(ids, eos):
    ends = (ids == eos).int().argmax(dim=1)
    return [row[:end].tolist() for row, end in zip(ids, ends)]
