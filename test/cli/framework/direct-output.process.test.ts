import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../../support/bundle.js';

describe.skipIf(process.platform === 'win32')('an output that is a file or a pipe', () => {
  const script = bundleOf(new URL('write-much.ts', import.meta.url));
  const expected = `${'0123456789'.repeat(100_000)}é\n`;

  /** Runs a line of bash in which `$script` writes a megabyte. */
  function bash(line: string) {
    const all = line.replaceAll('$script', `"${process.execPath}" "${script}"`);
    const options = { encoding: 'utf8', maxBuffer: 10_000_000, timeout: 60_000 } as const;
    return spawnSync('bash', ['--norc', '-c', `set -o pipefail; ${all}`], options);
  }

  it('gets everything, as a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'operator-gen-output-')), 'out');
    expect(bash(`$script > "${file}"`).stderr).toBe('direct\n');
    expect(readFileSync(file, 'utf8')).toBe(expected);
  });

  it('gets everything, as a pipe with a slow reader', () => {
    expect(bash('$script | (sleep 0.5; cat)').stdout).toBe(expected);
  });

  it('gets everything, as a pipe that does not block', () => {
    const nonBlocking = `python3 -c "import os, sys; os.set_blocking(1, False); os.execv(sys.argv[1], sys.argv[1:])"`;
    if (spawnSync('python3', ['--version']).status !== 0) return;
    expect(bash(`${nonBlocking} $script | (sleep 0.5; cat)`).stdout).toBe(expected);
  });

  it('reports once that its reader is gone, and gets nothing more', () => {
    expect(bash('$script | head -c 1').stderr).toBe('direct\nEPIPE\n');
  });

  it('is not used for a device', () => {
    expect(bash('$script > /dev/null').stderr).toBe('stream\n');
  });
});
