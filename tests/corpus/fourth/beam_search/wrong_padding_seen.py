# wrong: source_keep is True everywhere, so the padding of the source is read.
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
    source_keep = torch.ones_like(source, dtype=torch.bool)
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
