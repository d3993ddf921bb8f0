"""Starts an interactive shell on a terminal, types command lines followed by TAB, and prints the lines as the shell completed them, as JSON.

usage: completer.py LINES SHELL [ARGUMENT ...]
LINES is a JSON list. The shell must print "ready" as its prompt, and the edited line between {{{ and }}} for Ctrl-T.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

lines, program = json.loads(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(program[0], program)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
deadline = time.time() + 50
shown = b""


def wait_for(pattern):
    """Returns the first match in what the shell shows from now on."""
    global shown
    while time.time() < deadline:
        found = re.search(pattern, shown, re.DOTALL)
        if found:
            shown = shown[found.end():]
            return found
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
    os.kill(child, signal.SIGKILL)
    sys.exit("the shell showed: " + shown.decode(errors="replace"))


completed = []
wait_for(rb"ready")
for line in lines:
    time.sleep(0.3)
    # Ctrl-U deletes the line of before.
    os.write(terminal, b"\x15" + line.encode() + b"\t\x14")
    completed.append(wait_for(rb"\{\{\{([^\r\n]*?)\}\}\}").group(1).decode())
os.kill(child, signal.SIGKILL)
print(json.dumps(completed))
