# right: pure Python: every candidate is written out as a (log P, ids) pair, log-softmax with the math module, one sort per step.
import math

import torch


def length_penalty(length, alpha):
    return math.exp(alpha * math.log((5 + length) / 6))


def best_continuations(scores, log_probs, beam):
    table = []
    for parent, (score, row) in enumerate(zip(scores.tolist(), log_probs.tolist())):
        for token, value in enumerate(row):
            if value != -math.inf:
                table.append((score + value, parent, token))
    table.sort(key=lambda entry: -entry[0])
    table = table[:beam]
    return (
        torch.tensor([parent for _, parent, _ in table], dtype=torch.long),
        torch.tensor([token for _, _, token in table], dtype=torch.long),
        torch.tensor([score for score, _, _ in table], dtype=scores.dtype),
    )


def _log_softmax(row):
    top = max(row)
    log_sum = math.log(sum(math.exp(z - top) for z in row))
    return [(z - top) - log_sum for z in row]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source.ne(pad)
    memory = model.encode(source, source_keep)
    hypotheses = [(0.0, [])]

    def score(hypothesis):
        log_p, ids = hypothesis
        return log_p / length_penalty(len(ids), alpha)

    def is_finished(hypothesis):
        return bool(hypothesis[1]) and hypothesis[1][-1] == eos

    for _ in range(max_length):
        candidates = [h for h in hypotheses if is_finished(h)]
        open_ones = [h for h in hypotheses if not is_finished(h)]
        if not open_ones:
            break
        n = len(open_ones)
        decoder_input = torch.tensor([[sos] + ids for _, ids in open_ones])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        for (log_p, ids), row in zip(open_ones, logits[:, -1].tolist()):
            for token, value in enumerate(_log_softmax(row)):
                if value > -math.inf:
                    candidates.append((log_p + value, ids + [token]))
        candidates.sort(key=score, reverse=True)
        hypotheses = candidates[:beam]
    return [(ids, score((log_p, ids))) for log_p, ids in sorted(hypotheses, key=score, reverse=True)]
