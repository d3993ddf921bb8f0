"""Runs a program on a terminal, presses a key when a text is shown (Enter: whenever nothing moves), and prints what was shown and how it ended.

usage: typist.py ctrl-c|ctrl-d|sigint|enter TEXT PROGRAM [ARGUMENT ...]
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

keys, text, program = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
ready_read, ready_write = os.pipe()
child, terminal = pty.fork()
if child == 0:
    os.read(ready_read, 1)
    os.execvp(program[0], program)
# Without a size every character is wrapped to a line of its own.
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
os.write(ready_write, b".")

shown, pressed, deadline = b"", False, time.time() + 20
while time.time() < deadline:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    elif text in shown and not pressed:
        pressed = keys != "enter"
        if keys == "sigint":
            os.kill(child, signal.SIGINT)
        else:
            os.write(terminal, {"ctrl-c": b"\x03", "ctrl-d": b"\x04", "enter": b"\r"}[keys])
else:
    os.kill(child, signal.SIGKILL)
print(shown.decode(errors="replace"))
print("exit", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
