"""The library's own decoder layer, with the weights put into its places."""

import torch
from torch import nn
from torch.func import functional_call

NAMES = {
    "self_attention.": "self_attn.",
    "cross_attention.": "multihead_attn.",
    "norm_": "norm",
    "linear_": "linear",
}


def run(filled, x, memory, heads, source_keep):
    d_ff, d_model = filled["linear1.weight"].shape
    layer = nn.TransformerDecoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True, dtype=x.dtype)
    zeros = {name: torch.zeros_like(value) for name, value in layer.named_parameters()}
    future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
    masks = {"tgt_mask": future, "memory_key_padding_mask": ~source_keep}
    return functional_call(layer, {**zeros, **filled}, (x, memory), masks)


def decoder_block(x, memory, weights, heads, source_keep):
    w = {p: {n: torch.as_tensor(v, dtype=torch.float64) for n, v in values.items()} for p, values in weights.items()}
    filled = {}
    for number in (1, 2):
        filled[f"linear{number}.weight"] = w["feed_forward"][f"W_{number}"].T
        filled[f"linear{number}.bias"] = w["feed_forward"][f"b_{number}"]
    for number in (1, 2, 3):
        filled[f"norm{number}.weight"] = w[f"norm_{number}"]["gamma"]
        filled[f"norm{number}.bias"] = w[f"norm_{number}"]["beta"]
    for mine, theirs in (("self_attention", "self_attn"), ("cross_attention", "multihead_attn")):
        filled[f"{theirs}.in_proj_weight"] = torch.cat([w[mine][name].T for name in ("W_q", "W_k", "W_v")])
        filled[f"{theirs}.out_proj.weight"] = w[mine]["W_o"].T
    x, memory = (torch.as_tensor(array, dtype=torch.float64) for array in (x, memory))
    return run(filled, x, memory, heads, torch.as_tensor(source_keep)).detach()


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        x = decoder_block(x, encoder_outputs[-1], weights, heads, source_keep)
    return x


class DecoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def forward(self, x, memory, source_keep):
        filled = {}
        for name, parameter in self.named_parameters():
            for mine, theirs in NAMES.items():
                name = name.replace(mine, theirs)
            filled[name] = parameter
        return run(filled, x, memory, self.self_attention.num_heads, source_keep)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
