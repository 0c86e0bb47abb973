# right: one table of tokens with a log P and a length per row; finished rows offer themselves as a single candidate beside the (n, vocab) table of penalised scores; numpy argsort.
import numpy as np
import torch


def length_penalty(length, alpha):
    base = np.float64(5 + length) / 6
    return float(base**alpha)


def best_continuations(scores, log_probs, beam):
    totals = (scores.reshape(-1, 1) + log_probs).detach().cpu().numpy()
    order = np.argsort(-totals, axis=None, kind="stable")
    order = order[np.isfinite(totals.ravel()[order])][:beam]
    parents, tokens = np.unravel_index(order, totals.shape)
    return torch.from_numpy(parents), torch.from_numpy(tokens), torch.from_numpy(totals[parents, tokens])


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    ids = np.full((1, max_length + 1), sos, dtype=np.int64)
    log_p, lengths, done = np.zeros(1), np.zeros(1, dtype=int), np.zeros(1, dtype=bool)

    for step in range(1, max_length + 1):
        if done.all():
            break
        live = np.flatnonzero(~done)
        logits = model.decode(
            torch.from_numpy(ids[live, :step].copy()),
            memory.expand(len(live), -1, -1),
            keep.expand(len(live), -1),
        )
        log_probs = torch.log_softmax(logits[:, -1].double(), dim=-1)
        parents, tokens, totals = (a.numpy() for a in best_continuations(torch.from_numpy(log_p[live]), log_probs, beam))

        new_ids = ids[live[parents]].copy()
        new_ids[:, step] = tokens
        all_ids = np.concatenate([ids[done], new_ids])
        all_log_p = np.concatenate([log_p[done], totals])
        all_lengths = np.concatenate([lengths[done], np.full(len(totals), step)])
        all_done = np.concatenate([np.ones(done.sum(), dtype=bool), tokens == eos])
        ranked = all_log_p / np.array([length_penalty(n, alpha) for n in all_lengths])
        best = np.argsort(-ranked, kind="stable")[:beam]
        ids, log_p, lengths, done = all_ids[best], all_log_p[best], all_lengths[best], all_done[best]

    return [
        (row[1 : n + 1].tolist(), float(p / length_penalty(n, alpha))) for row, n, p in zip(ids, lengths, log_p)
    ]
