"""`python -m grader` is the `grader` command, also where the folder of commands is not on the path."""

from grader.cli import main

if __name__ == "__main__":
    main()
