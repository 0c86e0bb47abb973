# right: all running hypotheses in one tensor and one decode call a step; finished ones in a Python list, both ranked together by the penalised score.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = (scores[:, None] + log_probs).flatten()
    possible = int((total > float("-inf")).sum())
    values, index = total.topk(min(beam, possible))
    vocab_size = log_probs.shape[1]
    return index // vocab_size, index % vocab_size, values


@torch.no_grad()
def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    running = torch.full((1, 1), sos, dtype=torch.long)
    scores = torch.zeros(1)
    finished = []  # (score, ids)
    for length in range(1, max_length + 1):
        n = len(running)
        logits = model.decode(running, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        parents, tokens, new_scores = best_continuations(scores.to(log_probs.dtype), log_probs, beam)
        grown = torch.cat([running[parents], tokens[:, None]], dim=1)
        penalty = length_penalty(length, alpha)

        candidates = [(score, ids, None) for score, ids in finished]
        for i, total in enumerate(new_scores.tolist()):
            candidates.append((total / penalty, grown[i, 1:].tolist(), i))
        candidates.sort(key=lambda candidate: candidate[0], reverse=True)
        candidates = candidates[:beam]

        finished = [(score, ids) for score, ids, _ in candidates if ids[-1] == eos]
        rows = [i for _, ids, i in candidates if ids[-1] != eos]
        if not rows:
            return [(ids, score) for score, ids in finished]
        running, scores = grown[rows], new_scores[rows]
    penalty = length_penalty(max_length, alpha)
    result = [(ids, score) for score, ids in finished]
    result += [(row[1:].tolist(), score / penalty) for row, score in zip(running, scores.tolist())]
    return sorted(result, key=lambda pair: pair[1], reverse=True)[:beam]
