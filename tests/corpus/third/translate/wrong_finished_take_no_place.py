# wrong: beam puts finished hypotheses aside, where they take up no place of the width, so it keeps more hypotheses than the width and finds other sentences.
import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn
from torch.nn.utils.rnn import pad_sequence


def framed(words, device):
    return torch.tensor([SOS] + list(words) + [EOS], dtype=torch.long, device=device)


def make_batch(pairs, device="cpu"):
    source = pad_sequence([framed(words, device) for words, _ in pairs], batch_first=True, padding_value=PAD)
    target = pad_sequence([framed(words, device) for _, words in pairs], batch_first=True, padding_value=PAD)
    return source, target


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
        where = torch.arange(source.shape[1], device=source.device)
        return self.encoder(self.source_embedding(source) + self.positions[where], source_keep)

    def decode(self, decoder_input, memory, source_keep):
        where = torch.arange(decoder_input.shape[1], device=decoder_input.device)
        x = self.target_embedding(decoder_input) + self.positions[where]
        x = self.decoder(x, memory, source_keep)
        return self.head(x)

    def forward(self, source, decoder_input):
        source_keep = (source - PAD).bool()
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def train_step(model, optimizer, source, target):
    model.train()
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


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


def greedy(model, source, max_length):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        keep = source != PAD
        memory = model.encode(source, keep)
        sentences = []
        for row in range(source.shape[0]):
            tokens = []
            while len(tokens) < max_length and (not tokens or tokens[-1] != EOS):
                ids = torch.tensor([[SOS] + tokens], device=source.device)
                logits = model.decode(ids, memory[row : row + 1], keep[row : row + 1])
                tokens.append(int(logits[0, -1].argmax()))
            sentences.append(tokens)
    model.train(was_training)
    longest = max(map(len, sentences))
    result = torch.full((len(sentences), longest), PAD, dtype=torch.int64)
    for row, tokens in enumerate(sentences):
        result[row, : len(tokens)] = torch.tensor(tokens)
    return result.to(source.device)


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    alive = [([SOS], 0.0)]
    finished = []
    for _ in range(max_length):
        candidates = []
        for ids, score in alive:
            decoder_input = torch.tensor([ids], dtype=torch.long, device=source.device)
            log_p = model.decode(decoder_input, memory, source_keep)[0, -1].log_softmax(dim=-1)
            candidates += [(ids + [token], score + p) for token, p in enumerate(log_p.tolist())]
        candidates.sort(key=lambda c: c[1], reverse=True)
        alive = []
        for ids, score in candidates[:width]:
            if ids[-1] == EOS:
                finished.append((ids, score))
            else:
                alive.append((ids, score))
        if not alive or len(finished) >= width:
            break
    best = sorted(finished + alive, key=lambda c: c[1], reverse=True)[:width]
    return [(ids[1:], score) for ids, score in best]
