# wrong: decoder_block takes the source mask of the first sentence for the whole batch; sentences with different padding.
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def _past(length):
    position = torch.arange(length)
    return position.unsqueeze(0) <= position.unsqueeze(1)


def decoder_block(x, memory, weights, heads, source_keep):
    x, memory = torch.as_tensor(x), torch.as_tensor(memory)
    source = torch.as_tensor(source_keep)[0].expand(len(x), x.shape[1], -1)

    def look(who, where, name, keep):
        return multi_head_attention(who, where, weights[name], heads, keep)

    x = layer_norm(x + look(x, x, "self_attention", _past(x.shape[1])), weights["norm_1"])
    x = layer_norm(x + look(x, memory, "cross_attention", source), weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x


class DecoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def forward(self, x, memory, source_keep):
        hide = ~_past(x.shape[1]).to(x.device)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=hide, need_weights=False)[0])
        read = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep, need_weights=False)[0]
        x = self.norm_2(x + read)
        return self.norm_3(x + self.linear_2(self.linear_1(x).clamp(min=0)))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(n_blocks):
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, memory, source_keep)
        return x
