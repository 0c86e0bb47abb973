"""A tensor of the device and a CPU tensor that share memory.

DLPack, which hands tensors from library to library, carries the device as a number: with another number there, torch
makes a true tensor of the other device over the same memory.
"""

from __future__ import annotations

import ctypes
from typing import Any

import torch

NAME = "sim"
_CPU, _EXTENSION = 1, 12  # DLPack's numbers for the CPU and for torch's PrivateUse1
_DEVICE_TYPE = 8  # where it stands in a DLTensor: after the pointer to the data

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def on_host(tensor: Any) -> Any:
    """A CPU tensor over the memory of one of the device."""
    return _relabelled(tensor, _CPU)


def on_device(tensor: Any) -> Any:
    """A tensor of the device over the memory of a CPU tensor, which it keeps alive."""
    if tensor.is_conj() or tensor.is_neg() or tensor._is_zerotensor():  # said, but not done in memory
        tensor = tensor.clone().resolve_conj().resolve_neg()
    return _relabelled(tensor, _EXTENSION)


def _relabelled(tensor: Any, device_type: int) -> Any:
    capsule = torch._C._to_dlpack(tensor)
    ctypes.c_int32.from_address(_pointer(capsule, b"dltensor") + _DEVICE_TYPE).value = device_type
    return torch._C._from_dlpack(capsule)


def bytes_on_host(storage: Any) -> Any:
    """The bytes of a storage of the device, as a CPU tensor that keeps it alive."""
    whole = torch._C._construct_storage_from_data_pointer(storage.data_ptr(), torch.device("cpu"), storage.nbytes())
    whole.owner = storage
    return torch.empty(0, dtype=torch.uint8).set_(whole)


def storage_on_device(content: Any) -> Any:
    """A storage of the device with a copy of a tensor's bytes."""
    return on_device(content.clone()).untyped_storage()
