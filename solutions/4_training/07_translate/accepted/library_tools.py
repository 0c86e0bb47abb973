"""pad_sequence, the library's causal mask, its loss module, a scheduler and a DataLoader."""

import torch
from provided import EOS, PAD, SOS, progress
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader


def make_batch(pairs, device="cpu"):
    def rows(side):
        return [torch.tensor([SOS, *pair[side], EOS]) for pair in pairs]

    return tuple(pad_sequence(rows(side), batch_first=True, padding_value=PAD).to(device) for side in (0, 1))


def masks(source, decoder_input):
    length, device = decoder_input.size(1), decoder_input.device
    return source.ne(PAD), nn.Transformer.generate_square_subsequent_mask(length, device=device) == 0


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

    def embed(self, table, words):
        return table(words) + self.positions.weight[: words.size(1)]

    def encode(self, source):
        x = self.embed(self.source_embedding, source)
        for block in self.encoder_blocks:
            x = block(x, src_key_padding_mask=source.eq(PAD))
        return x

    def decode(self, memory, source, decoder_input):
        y = self.embed(self.target_embedding, decoder_input)
        future = ~masks(source, decoder_input)[1]
        for block in self.decoder_blocks:
            y = block(y, memory, tgt_mask=future, memory_key_padding_mask=source.eq(PAD), tgt_is_causal=True)
        return self.out(y)

    def forward(self, source, decoder_input):
        return self.decode(self.encode(source), source, decoder_input)


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
    epochs = 14
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
        memory = model.encode(source)
        words = source.new_full((source.size(0), 1), SOS)
        for _ in range(max_length):
            if (words == EOS).any(1).all():
                break
            following = model.decode(memory, source, words)[:, -1].argmax(-1, keepdim=True)
            words = torch.cat([words, following], dim=-1)
    found = []
    for row in words[:, 1:].tolist():
        found.append(row[: row.index(EOS)] if EOS in row else row)
    return found


def beam(model, source, width, max_length):
    """All hypotheses in one batch, by topk."""
    model.eval()
    with torch.inference_mode():
        memory = model.encode(source)
        tokens, scores = source.new_full((1, 1), SOS), torch.zeros(1, device=source.device)
        for _ in range(max_length):
            ended = tokens[:, -1] == EOS
            if ended.all():
                break
            count = tokens.size(0)
            logits = model.decode(memory.expand(count, -1, -1), source.expand(count, -1), tokens)[:, -1]
            grown = scores[:, None] + logits.log_softmax(-1)
            grown[ended] = -torch.inf
            grown[ended, EOS] = scores[ended]  # a finished one may only repeat its end, which costs nothing
            scores, places = grown.flatten().topk(min(width, grown.numel()))
            tokens = torch.cat([tokens[places // grown.size(1)], places[:, None] % grown.size(1)], dim=1)
    return [token for token in tokens[0, 1:].tolist() if token != EOS]


def cross_attention(model, source, decoder_input):
    kept = []
    attention = model.decoder_blocks[-1].multihead_attn
    original = attention.forward

    def forward(*args, **kwargs):
        kept.append(original(*args, **{**kwargs, "need_weights": True}))
        return kept[-1]

    attention.forward = forward
    try:
        model(source, decoder_input)
    finally:
        del attention.forward
    return kept[0][1].detach()
