"""The library's own encoder layer, with the weights put into its places."""

import torch
from torch import nn
from torch.func import functional_call

PLACES = {
    "self_attn.in_proj_weight": lambda w: torch.cat([w["attention"][name].T for name in ("W_q", "W_k", "W_v")]),
    "self_attn.out_proj.weight": lambda w: w["attention"]["W_o"].T,
    "linear1.weight": lambda w: w["feed_forward"]["W_1"].T,
    "linear1.bias": lambda w: w["feed_forward"]["b_1"],
    "linear2.weight": lambda w: w["feed_forward"]["W_2"].T,
    "linear2.bias": lambda w: w["feed_forward"]["b_2"],
    "norm1.weight": lambda w: w["norm_1"]["gamma"],
    "norm1.bias": lambda w: w["norm_1"]["beta"],
    "norm2.weight": lambda w: w["norm_2"]["gamma"],
    "norm2.bias": lambda w: w["norm_2"]["beta"],
}
NAMES = {"attention.": "self_attn.", "norm_1": "norm1", "norm_2": "norm2", "linear_1": "linear1", "linear_2": "linear2"}


def empty_layer(d_model, heads, d_ff):
    return nn.TransformerEncoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True, dtype=torch.float64)


def encoder_block(x, weights, heads, keep):
    x, keep = torch.as_tensor(x, dtype=torch.float64), torch.as_tensor(keep)
    tensors = {
        part: {name: torch.as_tensor(value, dtype=torch.float64) for name, value in values.items()}
        for part, values in weights.items()
    }
    layer = empty_layer(x.shape[-1], heads, len(weights["feed_forward"]["b_1"]))
    zeros = {name: torch.zeros_like(value) for name, value in layer.named_parameters()}
    filled = {**zeros, **{place: make(tensors) for place, make in PLACES.items()}}
    return functional_call(layer, filled, (x,), {"src_key_padding_mask": ~keep}).detach()


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        x = encoder_block(x, weights, heads, keep)
    return x


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        filled = {}
        for name, parameter in self.named_parameters():
            for mine, theirs in NAMES.items():
                name = name.replace(mine, theirs)
            filled[name] = parameter
        layer = empty_layer(x.shape[-1], self.attention.num_heads, self.linear_1.out_features)
        return functional_call(layer, filled, (x,), {"src_key_padding_mask": ~keep})


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
