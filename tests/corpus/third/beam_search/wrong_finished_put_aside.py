# wrong: finished hypotheses are put aside and the beam is filled up with unfinished ones (the other libraries' rule), so sentences survive that should have fallen out.
import torch


def length_penalty(length, alpha):
    return ((5.0 + length) / 6.0) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores.unsqueeze(1) + log_probs
    n, vocab_size = total.shape
    candidates = [(total[h, v].item(), h, v) for h in range(n) for v in range(vocab_size)]
    candidates = [c for c in candidates if c[0] > -float("inf")]
    candidates.sort(reverse=True)
    best = candidates[:beam]
    parents = torch.tensor([h for _, h, _ in best], dtype=torch.int64)
    tokens = torch.tensor([v for _, _, v in best], dtype=torch.int64)
    return parents, tokens, torch.tensor([s for s, _, _ in best], dtype=total.dtype)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    live = torch.tensor([[sos]])
    scores = torch.tensor([0.0])
    finished = []
    for step in range(1, max_length + 1):
        n = live.shape[0]
        logits = model.decode(live, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = logits[:, -1].log_softmax(dim=-1)
        # twice as many, because at most `beam` of them can end with EOS
        parents, tokens, new_scores = best_continuations(scores, log_probs, 2 * beam)
        rows, kept = [], []
        for p, t, s in zip(parents.tolist(), tokens.tolist(), new_scores.tolist()):
            ids = live[p].tolist() + [t]
            if t == eos:
                finished.append((ids[1:], s / length_penalty(step, alpha)))
            elif len(rows) < beam:
                rows.append(ids)
                kept.append(s)
        if len(finished) >= beam or not rows:
            break
        live, scores = torch.tensor(rows), torch.tensor(kept)
    else:
        finished += [(ids[1:], s / length_penalty(max_length, alpha)) for ids, s in zip(live.tolist(), scores.tolist())]
    finished.sort(key=lambda pair: pair[1], reverse=True)
    return finished[:beam]
