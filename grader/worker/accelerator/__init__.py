"""The simulated accelerator: a device of PyTorch that computes on the CPU and behaves as CUDA does where students err.

It is registered from Python, without a compiler. Its tensors own ordinary memory. Every operator accesses that memory
through a CPU tensor (`kernels`), so results equal the CPU's bit for bit. Tensors of two devices are never mixed.
`device` registers it all.
"""
