# wrong: the loop runs while the decoder input (with SOS) is shorter than max_length, so at most max_length - 1 tokens are predicted; shows only when the limit is reached.
import torch


def next_token(logits):
    return logits[:, -1].argmax(-1)


class State:
    def __init__(self, batch, sos):
        self.tokens = torch.full((batch, 1), sos, dtype=torch.long)
        self.finished = torch.zeros(batch, dtype=torch.bool)

    def append(self, token, eos, pad):
        token = token.masked_fill(self.finished, pad)
        self.tokens = torch.cat([self.tokens, token.unsqueeze(-1)], dim=-1)
        self.finished = self.finished.logical_or(token.eq(eos))


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source.ne(pad)
    memory = model.encode(source, source_keep)
    state = State(source.size(0), sos)
    while state.tokens.size(1) < max_length:
        state.append(next_token(model.decode(state.tokens, memory, source_keep)), eos, pad)
        if state.finished.all():
            break
    return state.tokens[:, 1:]


def trim(ids, eos):
    out = []
    for row in ids.tolist():
        out.append(row[: row.index(eos)] if eos in row else row)
    return out
