# wrong: best_continuations keeps at most vocab_size candidates, though there are hypotheses * vocab_size; shows when beam > vocab_size
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    n, vocab_size = log_probs.shape
    table = (scores.view(n, 1) + log_probs).view(-1)
    kept, index = torch.topk(table, min(beam, vocab_size))
    possible = torch.isfinite(kept)
    index = index[possible]
    return torch.div(index, vocab_size, rounding_mode="floor"), index % vocab_size, kept[possible]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    alive, scores = [[]], torch.zeros(1)
    finished, kept = [], []  # (ids, log P / lp)
    for length in range(1, max_length + 1):
        n = len(alive)
        decoder_input = torch.tensor([[sos] + ids for ids in alive])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        log_probs[log_probs.isnan()] = -torch.inf
        parents, tokens, new_scores = best_continuations(scores, log_probs, beam)
        candidates = [(ids, score, None) for ids, score in finished]
        for parent, token, score in zip(parents.tolist(), tokens.tolist(), new_scores.tolist()):
            candidates.append((alive[parent] + [token], score / length_penalty(length, alpha), score))
        candidates.sort(key=lambda candidate: candidate[1], reverse=True)
        kept = candidates[:beam]
        finished = [(ids, score) for ids, score, _ in kept if ids[-1] == eos]
        alive = [ids for ids, _, _ in kept if ids[-1] != eos]
        scores = torch.tensor([log_p for ids, _, log_p in kept if ids[-1] != eos])
        if not alive:
            break
    return [(ids, score) for ids, score, _ in kept]
