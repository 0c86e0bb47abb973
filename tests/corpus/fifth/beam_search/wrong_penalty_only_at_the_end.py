# wrong: during the search hypotheses are ranked by log P, the length penalty is used only for the final order; shows with alpha 1 where a finished short one pushes out a longer one.
"""Beam search."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[1]
    total = (scores[:, None] + log_probs).flatten()
    order = total.argsort(descending=True)
    order = order[~log_probs.flatten().isneginf()[order]][:beam]
    return order // vocab_size, order % vocab_size, total[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    live = [([], 0.0)]
    finished = []
    for t in range(1, max_length + 1):
        n = len(live)
        decoder_input = torch.tensor([[sos, *ids] for ids, _ in live])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = logits[:, -1].double().log_softmax(dim=-1)
        scores = torch.tensor([log_p for _, log_p in live], dtype=torch.float64)
        parents, tokens, scores = best_continuations(scores, log_probs, beam)
        candidates = list(finished)
        for parent, token, log_p in zip(parents.tolist(), tokens.tolist(), scores.tolist()):
            candidates.append((live[parent][0] + [token], log_p))
        candidates.sort(key=lambda c: c[1], reverse=True)
        kept = candidates[:beam]
        finished = [c for c in kept if c[0][-1] == eos]
        live = [c for c in kept if c[0][-1] != eos]
        if not live:
            break
    result = [(ids, log_p / length_penalty(len(ids), alpha)) for ids, log_p in kept]
    return sorted(result, key=lambda pair: pair[1], reverse=True)
