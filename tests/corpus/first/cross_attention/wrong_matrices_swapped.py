# wrong: cross_attention multiplies the decoder by W_k and the encoder by W_q; shows when the two matrices differ
import numpy as np
import torch


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    dec, enc, A, B, C = (
        torch.tensor(np.array(a), dtype=torch.float64) for a in (decoder_states, encoder_states, W_k, W_q, W_v)
    )
    q, k, v = dec @ A, enc @ B, enc @ C
    scores = torch.bmm(q, k.transpose(1, 2)) / A.shape[1] ** 0.5
    if source_keep is not None:
        pad = ~torch.tensor(np.array(source_keep))
        scores = scores.masked_fill(pad.unsqueeze(1), float("-inf"))
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
    return torch.bmm(weights, v).numpy(), weights.numpy()


def alignment(weights):
    return torch.tensor(np.array(weights)).argmax(dim=-1).numpy()
