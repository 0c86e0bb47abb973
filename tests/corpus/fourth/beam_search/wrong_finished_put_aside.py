# wrong: finished hypotheses are put aside and the beam is filled up again, which is the other rule.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = (scores[:, None] + log_probs).flatten()
    possible = int((total > -torch.inf).sum())
    best, index = total.topk(min(beam, possible))
    vocab_size = log_probs.shape[1]
    return index // vocab_size, index % vocab_size, best


def next_log_probs(model, hypotheses, memory, source_keep, sos):
    """One call for all hypotheses: (hypotheses, vocab_size)."""
    n = len(hypotheses)
    decoder_input = torch.tensor([[sos] + ids for ids in hypotheses])
    logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
    return torch.log_softmax(logits[:, -1].double(), dim=-1)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    alive, complete = [([], 0.0)], []
    for step in range(max_length):
        log_probs = next_log_probs(model, [ids for ids, _ in alive], memory, keep, sos)
        scores = torch.tensor([s for _, s in alive], dtype=log_probs.dtype)
        parents, tokens, totals = best_continuations(scores, log_probs, 2 * beam)
        old, alive = alive, []
        for p, t, s in zip(parents.tolist(), tokens.tolist(), totals.tolist()):
            ids = old[p][0] + [t]
            if t == eos:
                complete.append((ids, s))
            elif len(alive) < beam:
                alive.append((ids, s))
        if len(complete) >= beam or not alive:
            break
    ranked = [(ids, s / length_penalty(len(ids), alpha)) for ids, s in complete + alive]
    return sorted(ranked, key=lambda r: r[1], reverse=True)[:beam]
