"""What isolates a submission: namespaces, a file system of its own, Landlock, limits, seccomp."""
