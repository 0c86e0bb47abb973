# right: topk on the flattened table, lists for finished and alive hypotheses
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[1]
    table = (scores.unsqueeze(1) + log_probs).flatten()
    kept, index = table.topk(min(beam, table.numel()))
    possible = kept > -torch.inf
    kept, index = kept[possible], index[possible]
    return index // vocab_size, index % vocab_size, kept


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
