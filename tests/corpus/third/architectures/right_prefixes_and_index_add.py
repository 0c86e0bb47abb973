# right: the LanguageModel runs each prefix without a mask and keeps its last vector; the mean is an index_add over the real tokens; the target mask is a logical_not of triu.
import torch
from provided import Block, Embed
from torch import nn


class Classifier(nn.Module):
    def __init__(
        self, vocabulary: int, classes: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int
    ) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids):
        batch = ids.shape[0]
        padding = torch.eq(ids, self.pad)
        x = self.embed(ids)
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, torch.logical_not(padding).unsqueeze(1))
        owner, place = torch.nonzero(torch.logical_not(padding), as_tuple=True)
        sums = x.new_zeros(batch, x.shape[-1]).index_add(0, owner, x[owner, place])
        counts = torch.bincount(owner, minlength=batch).to(x.dtype)
        return self.head(sums / counts.unsqueeze(-1))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        last = []
        for end in range(1, ids.shape[1] + 1):
            x = self.embed(ids[:, :end])
            rows = end
            for block in self.blocks:
                # an earlier token must not learn of the later ones either
                x = block(x, torch.ones(rows, rows, dtype=torch.bool, device=ids.device).tril())
            last.append(x[:, -1])
        return self.head(torch.stack(last, dim=1))


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        visible = torch.where(source == self.pad, False, True)
        visible = visible[:, None]
        states = [self.embed(source)]
        for block in self.encoder_blocks:
            states.append(block(states[-1], visible))
        future = torch.triu(torch.ones(2 * (target.shape[1],), device=target.device), diagonal=1) > 0
        y = self.embed(target)
        for block in self.decoder_blocks:
            y = block(y, ~future, memory=states[-1], memory_keep=visible)
        return y @ self.head.weight.mT
