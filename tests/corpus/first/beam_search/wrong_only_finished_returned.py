# wrong: beam_search returns only finished hypotheses if there are any, the ones cut off by max_length are left out; mixed beam at limit
import torch


def length_penalty(length, alpha):
    return (5 + length) ** alpha / 6**alpha


def best_continuations(scores, log_probs, beam):
    table = scores[:, None] + log_probs
    parents, tokens = torch.nonzero(table > float("-inf"), as_tuple=True)
    values = table[parents, tokens]
    order = values.argsort(descending=True)[:beam]
    return parents[order], tokens[order], values[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    finished, alive = [], [([], 0.0)]
    for length in range(1, max_length + 1):
        n = len(alive)
        decoder_input = torch.tensor([[sos, *ids] for ids, _ in alive])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), keep.expand(n, -1))
        log_p = torch.tensor([total for _, total in alive])
        found = best_continuations(log_p, logits[:, -1].log_softmax(-1), beam)
        pool = [(total / length_penalty(len(ids), alpha), ids, total) for ids, total in finished]
        for parent, token, total in zip(*(x.tolist() for x in found)):
            pool.append((total / length_penalty(length, alpha), alive[parent][0] + [token], total))
        pool.sort(key=lambda entry: entry[0], reverse=True)
        finished = [(ids, total) for _, ids, total in pool[:beam] if ids[-1] == eos]
        alive = [(ids, total) for _, ids, total in pool[:beam] if ids[-1] != eos]
        if not alive:
            break
    chosen = finished if finished else alive
    return [(ids, total / length_penalty(len(ids), alpha)) for ids, total in chosen]
