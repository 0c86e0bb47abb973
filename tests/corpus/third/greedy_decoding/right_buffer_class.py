# right: a class with a preallocated buffer filled with pad, written column by column and cut at the end; trim with itertools.takewhile.
from itertools import takewhile

import torch


class GreedyDecoder:
    def __init__(self, model, source, sos, eos, pad, max_length):
        self.model, self.eos, self.max_length = model, eos, max_length
        self.source_keep = source.ne(pad)
        self.memory = model.encode(source, self.source_keep)
        self.buffer = torch.full((source.size(0), max_length + 1), pad, dtype=torch.int64)
        self.buffer[:, 0] = sos
        self.running = torch.ones(source.size(0), dtype=torch.bool)
        self.length = 0

    def step(self):
        seen = self.buffer[:, : self.length + 1].clone()
        token = next_token(self.model.decode(seen, self.memory, self.source_keep))
        self.length += 1
        self.buffer[self.running, self.length] = token[self.running]
        self.running &= token.ne(self.eos)

    def run(self):
        while self.length < self.max_length and bool(self.running.any()):
            self.step()
        return self.buffer[:, 1 : self.length + 1].clone()


def next_token(logits: torch.Tensor) -> torch.Tensor:
    last = logits[:, -1, :]
    is_best = last == last.max(dim=-1, keepdim=True).values
    ids = torch.arange(last.size(-1)).expand_as(last)
    return ids.masked_fill(~is_best, last.size(-1)).min(dim=-1).values


def greedy_decode(model, source, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    return GreedyDecoder(model, source, sos, eos, pad, max_length).run()


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    return [list(takewhile(lambda token: token != eos, row)) for row in ids.tolist()]
