from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        return self.gamma * (x - mean) / x.std(dim=-1, keepdim=True, correction=0) + self.beta
