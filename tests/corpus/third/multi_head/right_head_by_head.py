# right: a loop over heads and sentences, each head with its own slice of the matrices; only visible keys enter a softmax, row by row.
import torch
from torch import nn


def split_heads(x, heads):
    d = x.shape[2] // heads
    out = x.new_empty((x.shape[0], heads, x.shape[1], d))
    for i in range(heads):
        out[:, i] = x[:, :, i * d:(i + 1) * d]
    return out


def merge_heads(x):
    batch, heads, n, d = x.shape
    out = x.new_empty((batch, n, heads * d))
    for i in range(heads):
        out[:, :, i * d:(i + 1) * d] = x[:, i]
    return out


def _row(q, keys, seen):
    """The weights of one query over all keys, zeros where not seen."""
    scores = keys @ q / len(q) ** 0.5
    columns = seen.nonzero().flatten()
    return torch.zeros_like(scores).index_put((columns,), torch.softmax(scores[columns], dim=0))


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    batch, n_q, n_k = query_input.shape[0], query_input.shape[1], key_value_input.shape[1]
    see = torch.ones(1, 1, 1, dtype=torch.bool) if keep is None else keep
    see = see.expand(batch, n_q, n_k)
    d_k, d_v = W_q.shape[1] // heads, W_v.shape[1] // heads
    outputs, tables = [], []
    for b in range(batch):
        total = 0
        sentence = []
        for h in range(heads):
            q = query_input[b] @ W_q[:, h * d_k:(h + 1) * d_k]
            k = key_value_input[b] @ W_k[:, h * d_k:(h + 1) * d_k]
            v = key_value_input[b] @ W_v[:, h * d_v:(h + 1) * d_v]
            w = torch.stack([_row(q[i], k, see[b, i]) for i in range(n_q)])
            # Concat(...) W_o is a sum over the heads of head_i times its block of rows
            total = total + w @ v @ W_o[h * d_v:(h + 1) * d_v]
            sentence.append(w)
        outputs.append(total)
        tables.append(torch.stack(sentence))
    return torch.stack(outputs), torch.stack(tables)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        W = [layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o)]
        return multi_head_attention(query_input, key_value_input, *W, self.heads, keep)[0]
