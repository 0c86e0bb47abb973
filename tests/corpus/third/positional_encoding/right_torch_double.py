# right: torch in double precision, slices with step two, block_diag for the shift, results handed back as numpy arrays.
import numpy as np
import torch


def _double(a):
    return torch.tensor(np.array(a, dtype=np.float64))


def positional_encoding(length, d_model):
    pos = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = pos / torch.pow(torch.tensor(10000.0, dtype=torch.float64), even / d_model)
    table = torch.zeros(length, d_model, dtype=torch.float64)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle[:, : d_model // 2].cos()
    return table.numpy()


def add_positions(embeddings, table):
    e, t = _double(embeddings), _double(table)
    return (e + t.narrow(0, 0, e.size(-2))).numpy()


def shift_matrix(k, d_model):
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    blocks = []
    for turn in k * 10000.0 ** (-even / d_model):
        c, s = torch.cos(turn), torch.sin(turn)
        blocks.append(torch.stack([torch.stack([c, -s]), torch.stack([s, c])]))
    return torch.block_diag(*blocks)[:d_model, :d_model].contiguous().numpy()


def binary_code(length, bits):
    positions = torch.arange(length)
    # bit b has half a period of 2^b steps
    columns = [torch.div(positions, 2**b, rounding_mode="floor") % 2 for b in reversed(range(bits))]
    return torch.stack(columns, dim=1).numpy()


def code_distances(codes):
    c = _double(codes)
    return torch.cdist(c, c, compute_mode="donot_use_mm_for_euclid_dist").numpy()
