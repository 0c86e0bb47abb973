# wrong: two mistakes: beam hides nothing of a padded source because there is only one sentence, and it adds the model's outputs without log_softmax.
import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    sides = []
    for side in (0, 1):
        rows = [[SOS, *pair[side], EOS] for pair in pairs]
        longest = max(len(row) for row in rows)
        rows = [row + [PAD] * (longest - len(row)) for row in rows]
        sides.append(torch.tensor(rows, dtype=torch.int64, device=device))
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
        self.source_embedding = Embedding(source_words, d_model)  # times √d_model already
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def encode(self, source, source_keep):
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input, memory, source_keep):
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad(set_to_none=True)
    decoder_input, labels = target[:, :-1], target[:, 1:]
    real = labels != PAD
    logits = model(source, decoder_input)
    loss = nn.functional.cross_entropy(logits[real], labels[real])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=1)
    optimizer.step()
    return float(loss.detach())


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.RAdam(model.parameters(), lr=1.2e-2)
    steps = 700
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps)
    everything = make_batch(pairs, device)
    for step in range(steps):
        rows = torch.randperm(len(pairs))[:128].to(device)
        loss = train_step(model, optimizer, everything[0][rows], everything[1][rows])
        cosine.step()
        progress(step + 1, steps, loss)
    return model.eval()


@torch.inference_mode()
def greedy(model, source, max_length):
    model.eval()
    keep = source.ne(PAD)
    memory = model.encode(source, keep)
    columns = [source.new_full((source.size(0),), SOS)]
    open_rows = torch.ones_like(columns[0], dtype=torch.bool)
    while len(columns) <= max_length and bool(open_rows.any()):
        logits = model.decode(torch.stack(columns, dim=1), memory, keep)[:, -1]
        token = logits.max(dim=-1).indices.masked_fill(~open_rows, PAD)
        columns.append(token)
        open_rows = open_rows & token.ne(EOS)
    return torch.stack(columns[1:], dim=1).clone()


def beam(model, source, width, max_length):
    model.eval()
    device = source.device
    # a single sentence: no padding
    keep = torch.ones(source.shape, dtype=torch.bool, device=device)
    with torch.no_grad():
        memory = model.encode(source, keep)
        hypotheses = [(0.0, [])]
        for _ in range(max_length):
            grown = []
            for score, tokens in hypotheses:
                if tokens and tokens[-1] == EOS:
                    grown.append((score, tokens))
                    continue
                ids = torch.tensor([[SOS] + tokens], device=device)
                log_p = model.decode(ids, memory, keep)[0, -1].tolist()
                grown.extend((score + p, tokens + [token]) for token, p in enumerate(log_p))
            hypotheses = sorted(grown, reverse=True)[:width]
            if all(tokens[-1] == EOS for _, tokens in hypotheses):
                break
    return [(tokens, score) for score, tokens in hypotheses]
