from solution import Translator as Right


class Translator(Right):
    def encode(self, source, source_keep):
        x = self.source_embedding(source) * self.positions.shape[1] ** 0.5 + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)
