import { startShellGuard } from '../../../base/io/shell-guard.js';

// All that this process has started is in its process group.
const script = `
trap '' INT TERM HUP
while read -r _; do :; done
kill -KILL -"$1" 2>/dev/null
`;

/** Starts a process that ends all that this one has started, if it cannot do so itself. Without it, the next command ends what is left. */
export function startGuard(): void {
  startShellGuard(script, String(process.pid));
}
