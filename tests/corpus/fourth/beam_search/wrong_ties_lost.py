# wrong: candidates are kept in a dictionary by their log-probability, so of equally likely ones only one is left.
import math

import torch


def length_penalty(length, alpha):
    return math.exp(alpha * math.log((5 + length) / 6))


def best_continuations(scores, log_probs, beam):
    table = {}
    for h in range(len(scores)):
        for token in range(log_probs.shape[1]):
            total = (scores[h] + log_probs[h, token]).item()
            if total > -math.inf:
                table[total] = (h, token)
    best = sorted(table, reverse=True)[:beam]
    parents = torch.tensor([table[s][0] for s in best], dtype=torch.long)
    tokens = torch.tensor([table[s][1] for s in best], dtype=torch.long)
    return parents, tokens, torch.tensor(best, dtype=scores.dtype)


def next_log_probs(model, hypotheses, memory, source_keep, sos):
    """One call for all hypotheses: (hypotheses, vocab_size)."""
    n = len(hypotheses)
    decoder_input = torch.tensor([[sos] + ids for ids in hypotheses])
    logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
    return torch.log_softmax(logits[:, -1].double(), dim=-1)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    kept = [([], 0.0)]

    def score(hypothesis):
        ids, log_p = hypothesis
        return log_p / length_penalty(len(ids), alpha)

    for _ in range(max_length):
        finished = [h for h in kept if h[0] and h[0][-1] == eos]
        running = [h for h in kept if not h[0] or h[0][-1] != eos]
        if not running:
            break
        log_probs = next_log_probs(model, [ids for ids, _ in running], memory, source_keep, sos)
        scores = torch.tensor([log_p for _, log_p in running], dtype=log_probs.dtype)
        parents, tokens, totals = best_continuations(scores, log_probs, beam)
        new = [(running[p][0] + [t], s) for p, t, s in zip(parents.tolist(), tokens.tolist(), totals.tolist())]
        kept = sorted(finished + new, key=score, reverse=True)[:beam]
    return [(ids, score((ids, log_p))) for ids, log_p in kept]
