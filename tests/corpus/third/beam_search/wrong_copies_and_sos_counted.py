# wrong: two mistakes: the search starts with `beam` copies of SOS, so the same sentences fill the beam, and the length limit counts SOS (one token too few).
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores[:, None] + log_probs
    possible = int((total > float("-inf")).sum())
    new_scores, index = total.flatten().topk(min(beam, possible))
    return index // total.size(1), index % total.size(1), new_scores


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep).expand(beam, -1, -1)
    source_keep = source_keep.expand(beam, -1)
    hypotheses = [([sos], 0.0) for _ in range(beam)]

    def score(h):
        return h[1] / length_penalty(len(h[0]) - 1, alpha)

    while any(len(ids) < max_length and ids[-1] != eos for ids, _ in hypotheses):
        running = [h for h in hypotheses if h[0][-1] != eos]
        finished = [h for h in hypotheses if h[0][-1] == eos]
        n = len(running)
        logits = model.decode(torch.tensor([ids for ids, _ in running]), memory[:n], source_keep[:n])
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        scores = torch.tensor([p for _, p in running], dtype=log_probs.dtype)
        for i, token, p in zip(*best_continuations(scores, log_probs, beam)):
            finished.append((running[i][0] + [int(token)], float(p)))
        finished.sort(key=score, reverse=True)
        hypotheses = finished[:beam]
    return [(h[0][1:], score(h)) for h in hypotheses]
