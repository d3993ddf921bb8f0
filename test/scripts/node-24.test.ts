import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findNode24 } from '../../scripts/node-24.js';
import { temporaryFolder } from '../support/tree.js';

/** A cache folder, and an npm that installs a program which says that it is `version`. */
function stubNpm({ version = '24.21.0', exitCode = 0 } = {}) {
  const folder = temporaryFolder();
  const program = `#!/bin/sh\necho v${version}\n`;
  const npm = `#!/bin/sh
echo "$*" >> ${folder}/calls
for last; do [ "$previous" = --prefix ] && prefix=$last; previous=$last; done
bin="$prefix/node_modules/\${last%@*}/bin"
mkdir -p "$bin"
printf '${program.replaceAll('\n', '\\n')}' > "$bin/node"
chmod +x "$bin/node"
exit ${exitCode}
`;
  writeFileSync(join(folder, 'npm'), npm);
  chmodSync(join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const calls = (): readonly string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return { calls, cached: () => readdirSync(join(folder, 'cache/operator-gen')) };
}

afterEach(() => void vi.unstubAllEnvs());

describe.skipIf(process.platform === 'win32')('Node.js 24', () => {
  it('is the one that runs, where that is it', () => {
    expect(findNode24('24.0.0')).toBe(process.execPath);
  });

  it('is installed once, from the package for this system', () => {
    const { calls, cached } = stubNpm();
    const program = findNode24('20.19.0');
    expect(existsSync(program!)).toBe(true);
    expect(findNode24('20.19.0')).toBe(program);
    expect(calls()).toEqual([
      expect.stringMatching(new RegExp(`--ignore-scripts node-${process.platform}-${process.arch}@24\\.`)),
    ]);
    expect(cached()).toHaveLength(1);
  });

  it.each([{ exitCode: 1 }, { version: '20.19.0' }])('is not there when npm brings something else: %j', (npm) => {
    const { cached } = stubNpm(npm);
    expect(findNode24('20.19.0')).toBeUndefined();
    // Nothing half installed is taken for it later.
    expect(findNode24('20.19.0')).toBeUndefined();
    expect(cached().filter((name) => !name.startsWith('node-24.21.0-'))).toEqual([]);
  });
});
