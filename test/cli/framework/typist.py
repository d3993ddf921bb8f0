"""Runs a program on a terminal, presses a key when a text is shown (Enter: whenever nothing moves), and prints what was shown and how it ended.

usage: typist.py ctrl-c|ctrl-d|sigint|enter TEXT PROGRAM [ARGUMENT ...]
       typist.py answers LIST PROGRAM [ARGUMENT ...]
LIST is JSON: pairs of a text and the keys that are pressed once it is shown, after the keys of the pair before.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

keys, text, program = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
answers = json.loads(text) if keys == "answers" else []
ready_read, ready_write = os.pipe()
child, terminal = pty.fork()
if child == 0:
    os.read(ready_read, 1)
    os.execvp(program[0], program)
# Without a size every character is wrapped to a line of its own.
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
os.write(ready_write, b".")

shown, pressed, deadline, answered = b"", False, time.time() + 20, 0
while time.time() < deadline:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    elif answers:
        question, answer = answers[0]
        if question.encode() in shown[answered:]:
            answers.pop(0)
            answered = len(shown)
            os.write(terminal, answer.encode())
    elif keys != "answers" and text in shown and not pressed:
        pressed = keys != "enter"
        if keys == "sigint":
            os.kill(child, signal.SIGINT)
        else:
            os.write(terminal, {"ctrl-c": b"\x03", "ctrl-d": b"\x04", "enter": b"\r"}[keys])
else:
    os.kill(child, signal.SIGKILL)
print(shown.decode(errors="replace"))
print("exit", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
