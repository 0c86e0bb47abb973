# wrong: beam adds the outputs of decode as they are, right for Translator alone; shows for a model that returns unnormalised logits
import torch
import torch.nn as nn
from provided import (
    EOS,
    PAD,
    SOS,
    Decoder,
    Embedding,
    Encoder,
    OutputHead,
    positional_encoding,
    progress,
)
from torch.nn.utils import clip_grad_norm_
from torch.nn.utils.rnn import pad_sequence


def make_batch(pairs, device="cpu"):
    sides = []
    for side in zip(*pairs):
        rows = [torch.tensor([SOS] + list(words) + [EOS], dtype=torch.long) for words in side]
        sides.append(pad_sequence(rows, batch_first=True, padding_value=PAD).to(device))
    return sides[0], sides[1]


class Translator(nn.Module):
    def __init__(
        self,
        source_words: int,
        target_words: int,
        d_model: int = 32,
        heads: int = 2,
        d_ff: int = 64,
        n_blocks: int = 1,
        max_length: int = 16,
    ) -> None:
        super().__init__()
        self.source_embedding = Embedding(source_words, d_model)
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def embed(self, table, ids):
        return table(ids) + self.positions.narrow(0, 0, ids.size(1)).unsqueeze(0)

    def encode(self, source, source_keep):
        return self.encoder(self.embed(self.source_embedding, source), source_keep)

    def decode(self, decoder_input, memory, source_keep):
        return self.head(self.decoder(self.embed(self.target_embedding, decoder_input), memory, source_keep))

    def forward(self, source, decoder_input):
        keep = source.ne(PAD)
        memory = self.encode(source, keep)
        return self.decode(decoder_input, memory, keep)


def train_step(model, optimizer, source, target):
    model.train()
    inputs, labels = target[:, :-1], target[:, 1:]
    logp = torch.log_softmax(model(source, inputs), dim=-1)
    real = labels.ne(PAD)
    picked = logp.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    loss = -picked[real].sum() / real.sum()
    optimizer.zero_grad()
    loss.backward()
    clip_grad_norm_(model.parameters(), max_norm=1.0)
    optimizer.step()
    return float(loss.detach())


def train(pairs, source_words, target_words, device="cpu"):
    steps = 500
    net = Translator(source_words, target_words).to(device)
    adam = torch.optim.Adam(net.parameters(), lr=0.005)
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=0.008, total_steps=steps + 1)
    queue = []
    for step in range(steps):
        if len(queue) < 64:
            queue = [pairs[i] for i in torch.randperm(len(pairs)).tolist()]
        batch, queue = queue[:64], queue[64:]
        loss = train_step(net, adam, *make_batch(batch, device))
        plan.step()
        progress(step + 1, steps, loss)
    return net


def greedy(model, source, max_length):
    was_training = model.training
    model.eval()
    out = source.new_full((source.size(0), max_length + 1), PAD)
    out[:, 0] = SOS
    alive = torch.ones(source.size(0), dtype=torch.bool, device=source.device)
    length = 0
    with torch.no_grad():
        keep = source.ne(PAD)
        memory = model.encode(source, keep)
        while length < max_length and bool(alive.any()):
            logits = model.decode(out[:, : length + 1], memory, keep)
            length += 1
            out[alive, length] = logits[alive, -1].argmax(-1).to(out.dtype)
            alive = alive & (out[:, length] != EOS)
    model.train(was_training)
    return out[:, 1 : length + 1].clone()


def beam(model, source, width, max_length):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        keep = source.ne(PAD)
        memory = model.encode(source, keep)
        live = torch.full((1, 1), SOS, dtype=torch.long, device=source.device)
        scores = torch.zeros(1, device=source.device)
        finished = []
        for _ in range(max_length):
            n = live.size(0)
            logits = model.decode(live, memory.expand(n, -1, -1), keep.expand(n, -1))[:, -1]
            grown = scores[:, None] + logits
            value, place = grown.flatten().topk(min(width, grown.numel()))
            parents, tokens = place // grown.size(1), place % grown.size(1)
            pool = list(finished)
            for v, p, t in zip(value.tolist(), parents.tolist(), tokens.tolist()):
                pool.append((live[p, 1:].tolist() + [t], v))
            pool.sort(key=lambda h: -h[1])
            pool = pool[:width]
            finished = [h for h in pool if h[0][-1] == EOS]
            going = [h for h in pool if h[0][-1] != EOS]
            if not going:
                break
            live = torch.tensor([[SOS] + h[0] for h in going], device=source.device)
            scores = torch.tensor([h[1] for h in going], device=source.device)
    model.train(was_training)
    return pool
