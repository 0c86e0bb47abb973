# wrong: finished hypotheses are continued after EOS like all others.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores.unsqueeze(1) + log_probs
    parents, tokens = torch.where(total.isfinite())
    values = total[parents, tokens]
    order = values.argsort(descending=True)[:beam]
    return parents[order], tokens[order], values[order]


def next_log_probs(model, hypotheses, memory, source_keep, sos):
    """One call for all hypotheses: (hypotheses, vocab_size)."""
    n = len(hypotheses)
    decoder_input = torch.tensor([[sos] + ids for ids in hypotheses])
    logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
    return torch.log_softmax(logits[:, -1].double(), dim=-1)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    hypotheses, scores = [[]], torch.zeros(1, dtype=torch.float64)
    for _ in range(max_length):
        log_probs = next_log_probs(model, hypotheses, memory, source_keep, sos)
        parents, tokens, scores = best_continuations(scores, log_probs, beam)
        hypotheses = [hypotheses[p] + [t] for p, t in zip(parents.tolist(), tokens.tolist())]
        if all(ids[-1] == eos for ids in hypotheses):
            break
    result = []
    for ids, log_p in zip(hypotheses, scores.tolist()):
        if eos in ids:
            ids = ids[: ids.index(eos) + 1]
        result.append((ids, log_p / length_penalty(len(ids), alpha)))
    return sorted(result, key=lambda pair: pair[1], reverse=True)
