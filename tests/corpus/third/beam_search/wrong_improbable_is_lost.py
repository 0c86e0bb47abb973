# wrong: log-probabilities are log(softmax(logits)), so a token some 110 (float32) below the best gets -inf and is treated as impossible although it is only improbable.
import torch


def length_penalty(length, alpha):
    return pow((5 + length) / 6, alpha)


def best_continuations(scores, log_probs, beam):
    parents, tokens = torch.where(log_probs > -float("inf"))
    totals = scores[parents] + log_probs[parents, tokens]
    best = totals.topk(min(beam, totals.numel()))
    return parents[best.indices], tokens[best.indices], best.values


class Search:
    def __init__(self, model, source, pad):
        self.model = model
        self.keep = source != pad
        self.memory = model.encode(source, self.keep)

    def log_probs(self, ids):
        n = ids.shape[0]
        logits = self.model.decode(ids, self.memory.expand(n, -1, -1), self.keep.expand(n, -1))
        probabilities = torch.softmax(logits[:, -1, :], dim=-1)
        return torch.log(probabilities)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    search = Search(model, source, pad)
    best = [([], 0.0, False)]
    for _ in range(max_length):
        running = [(ids, log_p) for ids, log_p, over in best if not over]
        if not running:
            break
        pool = [entry for entry in best if entry[2]]
        log_probs = search.log_probs(torch.tensor([[sos] + ids for ids, _ in running]))
        so_far = torch.tensor([log_p for _, log_p in running], dtype=log_probs.dtype)
        parents, tokens, totals = best_continuations(so_far, log_probs, beam)
        for parent, token, total in zip(parents.tolist(), tokens.tolist(), totals.tolist()):
            pool.append((running[parent][0] + [token], total, token == eos))
        pool.sort(key=lambda e: e[1] / length_penalty(len(e[0]), alpha), reverse=True)
        best = pool[:beam]
    return [(ids, log_p / length_penalty(len(ids), alpha)) for ids, log_p, _ in best]
