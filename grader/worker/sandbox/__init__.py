"""What keeps a submission in its place: namespaces, a file system of its own, Landlock, limits, seccomp."""
