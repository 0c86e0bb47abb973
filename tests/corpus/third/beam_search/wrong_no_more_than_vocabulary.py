# wrong: best_continuations takes at most vocab_size entries of all (k = min(beam, vocab_size)), so a beam wider than the vocabulary is never filled although several hypotheses have more continuations.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    hypotheses, vocab_size = log_probs.shape
    k = min(beam, vocab_size)
    values, index = (scores.unsqueeze(1) + log_probs).view(hypotheses * vocab_size).topk(
        min(k, hypotheses * vocab_size)
    )
    possible = values.isfinite()
    index = index[possible]
    return index // vocab_size, index % vocab_size, values[possible]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    finished = []
    running, log_p = [[]], [0.0]
    for length in range(1, max_length + 1):
        n = len(running)
        decoder_input = torch.tensor([[sos, *ids] for ids in running])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))[:, -1]
        log_probs = logits - logits.logsumexp(dim=-1, keepdim=True)
        parents, tokens, totals = best_continuations(torch.tensor(log_p, dtype=logits.dtype), log_probs, beam)
        lp = length_penalty(length, alpha)
        everything = list(finished)
        for p, t, total in zip(parents.tolist(), tokens.tolist(), totals.tolist()):
            everything.append((running[p] + [t], total, total / lp))
        everything = sorted(everything, key=lambda h: h[2], reverse=True)[:beam]
        finished = [h for h in everything if h[0][-1] == eos]
        running = [h[0] for h in everything if h[0][-1] != eos]
        log_p = [h[1] for h in everything if h[0][-1] != eos]
        if not running:
            break
    return [(ids, score) for ids, _, score in everything]
