# wrong: best_continuations divides the flat index by the beam instead of the vocabulary size (and takes the remainder of it), so parents and tokens are wrong unless the two numbers are equal.
import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    candidates = scores[:, None] + log_probs
    flat = candidates.flatten()
    kept = min(beam, int((flat != float("-inf")).sum()))
    new_scores, index = flat.topk(kept)
    parents = (index // beam).clamp(max=len(scores) - 1)
    tokens = index % beam
    return parents, tokens, new_scores


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    hypotheses = [{"ids": [sos], "log_p": 0.0, "done": False}]
    for t in range(max_length):
        unfinished = [h for h in hypotheses if not h["done"]]
        if len(unfinished) == 0:
            break
        pool = [h for h in hypotheses if h["done"]]
        n = len(unfinished)
        logits = model.decode(
            torch.tensor([h["ids"] for h in unfinished]), memory.expand(n, -1, -1), keep.expand(n, -1)
        )[:, -1]
        scores = torch.tensor([h["log_p"] for h in unfinished]).to(logits.dtype)
        parents, tokens, new = best_continuations(scores, torch.log_softmax(logits, dim=-1), beam)
        for i in range(len(new)):
            token = int(tokens[i])
            ids = unfinished[int(parents[i])]["ids"] + [token]
            pool.append({"ids": ids, "log_p": float(new[i]), "done": token == eos})
        pool.sort(key=lambda h: -h["log_p"] / length_penalty(len(h["ids"]) - 1, alpha))
        hypotheses = pool[:beam]
    return [(h["ids"][1:], h["log_p"] / length_penalty(len(h["ids"]) - 1, alpha)) for h in hypotheses]
