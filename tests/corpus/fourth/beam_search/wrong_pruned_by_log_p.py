# wrong: while searching the hypotheses are ranked by log P, and the length penalty comes only at the end; seen for alpha > 0 with finished ones among the running ones.
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
    source_keep = source.ne(pad)
    memory = model.encode(source, source_keep)
    done, running = [], [(0.0, [])]
    for _ in range(max_length):
        log_probs = next_log_probs(model, [ids for _, ids in running], memory, source_keep, sos)
        so_far = torch.tensor([log_p for log_p, _ in running], dtype=torch.float64)
        new = [(s.item(), running[p][1] + [int(t)]) for p, t, s in zip(*best_continuations(so_far, log_probs, beam))]
        best = sorted(done + new, key=lambda pair: pair[0], reverse=True)[:beam]
        done = [pair for pair in best if pair[1][-1] == eos]
        running = [pair for pair in best if pair[1][-1] != eos]
        if not running:
            break
    result = [(ids, log_p / length_penalty(len(ids), alpha)) for log_p, ids in done + running]
    result.sort(key=lambda pair: pair[1], reverse=True)
    return result
