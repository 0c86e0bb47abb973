"""How much the last state of an RNN depends on each earlier one."""

import numpy as np

EXAMPLE = "0.5 0.9 1 1.1"
STEPS, MOST, LEAST = 24, 6, 1e-99
SHOWN = [1, 4, 8, 12, 16, 20, 24]


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    try:
        strengths = [float(word) for word in given["text"].split()]
    except ValueError:
        strengths = []
    if not 1 <= len(strengths) <= MOST or not all(0 < strength <= 5 for strength in strengths):
        return f"type from 1 to {MOST} numbers above 0 and up to 5, the strengths of W_h, such as: {EXAMPLE}"
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])  # it changes no length
    silent, h_0, W_x, b = np.zeros((STEPS, 1)), np.zeros(2), np.ones((1, 2)), np.zeros(2)
    loud = np.where(np.arange(STEPS)[:, None] % 2, 1.0, -1.0)
    panels = []
    for name, xs in (("inputs 0", silent), ("inputs −1 and 1", loud)):
        norms = [np.asarray(impl.gradient_norms(xs, h_0, W_x, strength * turn, b), float) for strength in strengths]
        panels.append((name, np.array(norms)))
    first = [f"W_h × {strength:g}: {norms[0]:.2g}" for strength, norms in zip(strengths, panels[0][1], strict=True)]
    return [
        f"log10 of |dh_{STEPS}/dh_t|: 0 means that h_t counts fully, −3 that a thousandth is left, 3 a thousandfold.",
        *(
            {
                "title": f"log10 of gradient_norms, {name}",
                "axes": ("strength of W_h", "t"),
                "rows": [f"{strength:g}" for strength in strengths],
                "columns": [str(t) for t in SHOWN],
                "values": np.log10(np.maximum(norms, LEAST))[:, np.array(SHOWN) - 1],
            }
            for name, norms in panels
        ),
        f"Left of the first state after {STEPS - 1} steps, inputs 0: " + ", ".join(first) + ".",
        "With inputs the states grow, tanh flattens, and the gradient is smaller still.",
    ]
