# wrong: in every step the hypotheses are ranked by log P alone and the length penalty is applied only to the final list, so with alpha > 0 other hypotheses survive.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    combined = (scores.reshape(-1, 1) + log_probs).reshape(-1)
    number = min(beam, int(combined.isfinite().sum()))
    top = combined.topk(number)
    return top.indices // log_probs.shape[-1], top.indices % log_probs.shape[-1], top.values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    hyps = [(0.0, [sos])]
    for _ in range(max_length):
        finished = [h for h in hyps if h[1][-1] == eos]
        active = [h for h in hyps if h[1][-1] != eos]
        if not active:
            break
        n = len(active)
        logits = model.decode(torch.tensor([ids for _, ids in active]), memory.expand(n, -1, -1), keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], -1)
        start = torch.tensor([s for s, _ in active], dtype=log_probs.dtype)
        parents, tokens, scores = best_continuations(start, log_probs, beam)
        grown = [(s, active[p][1] + [t]) for p, t, s in zip(parents.tolist(), tokens.tolist(), scores.tolist())]
        hyps = sorted(finished + grown, key=lambda h: h[0], reverse=True)[:beam]
    result = [(ids[1:], s / length_penalty(len(ids) - 1, alpha)) for s, ids in hyps]
    return sorted(result, key=lambda pair: pair[1], reverse=True)
