# right: rectangular tensors with padding and a boolean column for the finished, topk, trimmed at the end.
"""Beam search on tensors: one row per hypothesis, padding after EOS."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((length + 5) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    parents, tokens = torch.nonzero(log_probs > float("-inf"), as_tuple=True)
    total = scores[parents] + log_probs[parents, tokens]
    values, picked = total.topk(min(beam, total.numel()))
    return parents[picked], tokens[picked], values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids = torch.full((1, 1), sos)
    log_p = torch.zeros(1, dtype=torch.float64)
    lengths = torch.zeros(1, dtype=torch.long)
    finished = torch.zeros(1, dtype=torch.bool)

    def penalties(lengths):
        return torch.tensor([length_penalty(n, alpha) for n in lengths.tolist()], dtype=torch.float64)

    for t in range(max_length):
        if finished.all():
            break
        growing = ids[~finished]
        n = growing.shape[0]
        logits = model.decode(growing, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1].double(), dim=-1)
        parents, tokens, values = best_continuations(log_p[~finished], log_probs, beam)
        grown = torch.cat([growing[parents], tokens[:, None]], dim=1)
        waiting = torch.nn.functional.pad(ids[finished], (0, 1), value=pad)
        ids = torch.cat([waiting, grown])
        log_p = torch.cat([log_p[finished], values])
        lengths = torch.cat([lengths[finished], torch.full((len(tokens),), t + 1)])
        over = torch.cat([finished[finished], tokens == eos])
        rank = (log_p / penalties(lengths)).argsort(descending=True, stable=True)[:beam]
        ids, log_p, lengths, finished = ids[rank], log_p[rank], lengths[rank], over[rank]
    scores = (log_p / penalties(lengths)).tolist()
    return [(row[1 : 1 + n], score) for row, n, score in zip(ids.tolist(), lengths.tolist(), scores)]
