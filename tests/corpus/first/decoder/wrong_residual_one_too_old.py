# wrong: DecoderBlock.forward adds x1 instead of x2 before the third norm; shows on nearly every x
from provided import feed_forward, layer_norm, multi_head_attention
import torch
from torch import nn


def visible(length):
    return torch.eye(length, dtype=torch.int64).cumsum(0).bool()


def decoder_block(x, memory, weights, heads, source_keep):
    x, memory, source_keep = map(torch.as_tensor, (x, memory, source_keep))
    batch, target, _ = x.shape
    pairs = visible(target).expand(batch, -1, -1)
    h = layer_norm(torch.add(x, multi_head_attention(x, x, weights["self_attention"], heads, pairs)), weights["norm_1"])
    pairs = source_keep.unsqueeze(1).expand(batch, target, -1)
    asked = multi_head_attention(h, memory, weights["cross_attention"], heads, pairs)
    h = layer_norm(torch.add(h, asked), weights["norm_2"])
    return layer_norm(torch.add(h, feed_forward(h, weights["feed_forward"])), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = torch.as_tensor(encoder_outputs[-1])
    y = torch.as_tensor(x)
    for number in range(len(blocks)):
        y = decoder_block(y, memory, blocks[number], heads, source_keep)
    return y


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
        future = nn.Transformer.generate_square_subsequent_mask(x.size(1), dtype=x.dtype)
        padding = torch.zeros(source_keep.shape, dtype=x.dtype).masked_fill(~source_keep, float("-inf"))
        s = self.self_attention(query=x, key=x, value=x, attn_mask=future)[0]
        residual = self.norm_1(x + s)
        c = self.cross_attention(query=residual, key=memory, value=memory, key_padding_mask=padding)[0]
        x = self.norm_2(residual + c)
        x = self.linear_2(self.linear_1(x).relu())
        return self.norm_3(x + residual)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        self.blocks.extend([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
