"""Decoding one sentence at a time; additive masks; batches through numpy."""

import numpy as np
import torch
from provided import EOS, PAD, SOS, progress, watched
from torch import nn
from torch.nn import functional


def make_batch(pairs, device="cpu"):
    found = []
    for side in (0, 1):
        rows = [pair[side] for pair in pairs]
        array = np.full((len(rows), 2 + max(map(len, rows))), PAD)
        for i, row in enumerate(rows):
            array[i, : len(row) + 2] = [SOS, *row, EOS]
        found.append(torch.from_numpy(array).to(device))
    return tuple(found)


def masks(source, decoder_input):
    n = decoder_input.shape[1]
    return ~(source == PAD), torch.tensor(np.tri(n, dtype=bool), device=decoder_input.device)


class Translator(nn.Module):
    def __init__(self, source_words, target_words, d_model=32, heads=2, d_ff=64, blocks=1, max_length=16):
        super().__init__()
        self.source_embedding = nn.Embedding(source_words, d_model)
        self.target_embedding = nn.Embedding(target_words, d_model)
        self.positions = nn.Embedding(max_length, d_model)
        self.encoder_blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True) for _ in range(blocks)
        )
        self.decoder_blocks = nn.ModuleList(
            nn.TransformerDecoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True) for _ in range(blocks)
        )
        self.out = nn.Linear(d_model, target_words)

    def encode(self, source):
        places = torch.arange(source.shape[1], device=source.device).expand_as(source)
        x = self.source_embedding(source) + self.positions(places)
        hidden = torch.where(source == PAD, -torch.inf, 0.0).to(x.dtype)
        for block in self.encoder_blocks:
            x = block(x, src_key_padding_mask=hidden)
        return x

    def decode(self, memory, source, decoder_input):
        places = torch.arange(decoder_input.shape[1], device=source.device).expand_as(decoder_input)
        y = self.target_embedding(decoder_input) + self.positions(places)
        keep, past = masks(source, decoder_input)
        future = torch.zeros(past.shape, dtype=y.dtype, device=y.device).masked_fill(~past, -torch.inf)
        hidden = torch.zeros(keep.shape, dtype=y.dtype, device=y.device).masked_fill(~keep, -torch.inf)
        for block in self.decoder_blocks:
            y = block(y, memory, tgt_mask=future, memory_key_padding_mask=hidden)
        return self.out(y)

    def forward(self, source, decoder_input):
        memory = self.encode(source)
        return self.decode(memory, source, decoder_input)


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad(set_to_none=False)
    given, labels = target[:, :-1], target[:, 1:]
    logits = model(source, given)[labels != PAD]
    loss = functional.nll_loss(functional.log_softmax(logits, dim=-1), labels[labels != PAD])
    loss.backward()
    nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=1)
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words, d_model=32, heads=4, d_ff=96).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(500):
        if step == 400:
            optimizer.param_groups[0]["lr"] = 5e-4
        chosen = np.random.randint(len(pairs), size=64)
        loss = train_step(model, optimizer, *make_batch([pairs[i] for i in chosen], device))
        progress(step + 1, 500, loss)
    return model


def greedy(model, source, max_length):
    model.eval()
    with torch.no_grad():
        memory = model.encode(source)
        words = torch.full((len(source), 1), SOS, device=source.device)
        running = torch.ones(len(source), dtype=torch.bool, device=source.device)
        sentences = [[] for _ in range(len(source))]
        for _ in range(max_length):
            if not running.any():
                break
            last = model.decode(memory, source, words)[:, -1, :].argmax(dim=1)
            running = running & (last != EOS)
            for i in torch.nonzero(running)[:, 0].tolist():
                sentences[i].append(last[i].item())
            words = torch.cat((words, last.unsqueeze(1)), dim=1)
    return sentences


def beam(model, source, width, max_length):
    model.eval()
    best = {(): 0.0}  # words → log-probability; a finished one ends in EOS
    with torch.no_grad():
        memory = model.encode(source)
        for _ in range(max_length):
            found = {}
            for words, score in best.items():
                if words and words[-1] == EOS:
                    found[words] = score
                else:
                    logits = model.decode(memory, source, torch.tensor([[SOS, *words]], device=source.device))
                    logs = torch.log(torch.softmax(logits[0, -1], dim=0)).tolist()
                    found.update({(*words, token): score + log for token, log in enumerate(logs)})
            best = dict(sorted(found.items(), key=lambda item: item[1])[-width:])
            if all(words[-1] == EOS for words in best):
                break
    winner = max(best, key=best.get)
    return list(winner[:-1] if winner[-1] == EOS else winner)


def cross_attention(model, source, decoder_input):
    with torch.no_grad(), watched(model.decoder_blocks[-1].multihead_attn) as seen:
        model.decode(model.encode(source), source, decoder_input)
    return seen[-1].cpu().numpy()
