# wrong: the raw logits of the last position are added up as if they were log-probabilities, which is right only when the model's rows happen to be normalised.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[-1]
    table = torch.add(log_probs, scores.unsqueeze(-1)).flatten()
    order = torch.argsort(table, descending=True)
    order = order[table[order].isfinite()][:beam]
    return order.div(vocab_size, rounding_mode="trunc"), order.remainder(vocab_size), table[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source.not_equal(pad)
    memory = model.encode(source, source_keep)
    hypotheses = [((), 0.0)]

    def rank(h):
        return h[1] / length_penalty(len(h[0]), alpha)

    for _ in range(max_length):
        ended = [h for h in hypotheses if h[0][-1:] == (eos,)]
        going = [h for h in hypotheses if h[0][-1:] != (eos,)]
        if not going:
            break
        ids = torch.tensor([(sos,) + h[0] for h in going])
        n = len(going)
        next_scores = model.decode(ids, memory.expand(n, -1, -1), source_keep.expand(n, -1))[:, -1]
        parents, tokens, sums = best_continuations(
            torch.tensor([h[1] for h in going], dtype=next_scores.dtype), next_scores, beam
        )
        for i, token, total in zip(parents.tolist(), tokens.tolist(), sums.tolist()):
            ended.append((going[i][0] + (token,), total))
        hypotheses = sorted(ended, key=rank, reverse=True)[:beam]
    return [(list(h[0]), rank(h)) for h in hypotheses]
