"""pad_sequence, the loss module of the library, a scheduler and a DataLoader."""

import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader


def make_batch(pairs, device="cpu"):
    def rows(side):
        return [torch.tensor([SOS, *pair[side], EOS]) for pair in pairs]

    return tuple(pad_sequence(rows(side), batch_first=True, padding_value=PAD).to(device) for side in (0, 1))


class Translator(nn.Module):
    def __init__(self, source_words, target_words, d_model=32, heads=2, d_ff=64, n_blocks=1, max_length=16):
        super().__init__()
        self.source_embedding = Embedding(source_words, d_model)
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def embed(self, table, words):
        return table(words) + self.positions.narrow(0, 0, words.size(1))

    def encode(self, source, source_keep):
        return self.encoder(self.embed(self.source_embedding, source), source_keep)

    def decode(self, decoder_input, memory, source_keep):
        return self.head(self.decoder(self.embed(self.target_embedding, decoder_input), memory, source_keep))

    def forward(self, source, decoder_input):
        return self.decode(decoder_input, self.encode(source, source.ne(PAD)), source.ne(PAD))


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad()
    logits = model(source, target[:, :-1])
    loss = nn.CrossEntropyLoss(ignore_index=PAD)(logits.transpose(1, 2), target[:, 1:])
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    loader = DataLoader(pairs, batch_size=64, shuffle=True, collate_fn=lambda batch: make_batch(batch, device))
    epochs = 11
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=0.01)
    steps = epochs * len(loader)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=6e-3, total_steps=steps, pct_start=0.15)
    step = 0
    for _ in range(epochs):
        for source, target in loader:
            loss = train_step(model, optimizer, source, target)
            schedule.step()
            step += 1
            progress(step, steps, loss)
    return model


def greedy(model, source, max_length):
    model.eval()
    with torch.inference_mode():
        keep = source.ne(PAD)
        memory = model.encode(source, keep)
        tokens = source.new_full((source.size(0), 1), SOS)
        for _ in range(max_length):
            if (tokens == EOS).any(1).all():
                break
            following = model.decode(tokens, memory, keep)[:, -1].argmax(-1, keepdim=True)
            tokens = torch.cat([tokens, following], dim=-1)
        tokens = tokens[:, 1:]
        after = (tokens == EOS).cumsum(1) - (tokens == EOS).int()
        return tokens.masked_fill(after > 0, PAD)


def beam(model, source, width, max_length):
    """All hypotheses in one batch, by topk."""
    model.eval()
    with torch.inference_mode():
        keep = source.ne(PAD)
        memory = model.encode(source, keep)
        tokens, scores = source.new_full((1, 1), SOS), torch.zeros(1, device=source.device)
        for _ in range(max_length):
            ended = tokens[:, -1] == EOS
            if ended.all():
                break
            count = tokens.size(0)
            logits = model.decode(tokens, memory.expand(count, -1, -1), keep.expand(count, -1))[:, -1]
            grown = scores[:, None] + logits.log_softmax(-1)
            grown[ended] = -torch.inf
            grown[ended, EOS] = scores[ended]  # a finished one may only repeat its end, which costs nothing
            scores, places = grown.flatten().topk(min(width, int((grown > -torch.inf).sum())))
            tokens = torch.cat([tokens[places // grown.size(1)], places[:, None] % grown.size(1)], dim=1)
    rows = [row[: row.index(EOS) + 1] if EOS in row else row for row in tokens[:, 1:].tolist()]
    return list(zip(rows, scores.tolist(), strict=True))
