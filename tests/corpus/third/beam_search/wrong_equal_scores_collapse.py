# wrong: the candidates of a step are stored in a dict under their score, so of equally likely hypotheses only the last is kept even if there is room for all.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    flat = (scores[:, None] + log_probs).flatten()
    k = min(beam, int(torch.isfinite(flat).sum()))
    values, index = flat.topk(k)
    parents = torch.div(index, log_probs.shape[1], rounding_mode="floor")
    return parents, index - parents * log_probs.shape[1], values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    hypotheses = {0.0: ([sos], 0.0)}  # score -> (ids, log P)
    for _ in range(max_length):
        pool = {score: h for score, h in hypotheses.items() if h[0][-1] == eos}
        running = [h for h in hypotheses.values() if h[0][-1] != eos]
        if not running:
            break
        n = len(running)
        ids = torch.tensor([h[0] for h in running])
        logits = model.decode(ids, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        so_far = torch.tensor([h[1] for h in running], dtype=log_probs.dtype)
        parents, tokens, totals = best_continuations(so_far, log_probs, beam)
        for parent, token, total in zip(parents.tolist(), tokens.tolist(), totals.tolist()):
            new_ids = running[parent][0] + [token]
            pool[total / length_penalty(len(new_ids) - 1, alpha)] = (new_ids, total)
        best = sorted(pool, reverse=True)[:beam]
        hypotheses = {score: pool[score] for score in best}
    return [(h[0][1:], score) for score, h in hypotheses.items()]
