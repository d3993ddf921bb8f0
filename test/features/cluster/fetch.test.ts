import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram, programPackage } from '../../../src/features/cluster/program.js';
import { temporaryFolder } from '../../support/tree.js';

/** A user whose npm is a script. */
function userWith(script: string) {
  const home = temporaryFolder();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, 'bin/npm'), 0o755);
  return { home, env: { HOME: home, PATH: `${home}/bin:/usr/bin:/bin`, XDG_CACHE_HOME: join(home, 'cache') } };
}

const folder = `node_modules/${programPackage}`;
const program = `${folder}/operator-gen-cluster`;
const stages: string[] = [];
const stage = (what: string): void => void stages.push(what);

it('npm installs the package once, without scripts, in a folder of its own', async () => {
  const { home, env } = userWith(`
echo "$PWD $*" >> "$HOME/calls"
ls -A > "$HOME/seen"
mkdir -p ${folder} && echo program > ${program}`);
  const found = await findProgram(env, stage);
  expect(readFileSync(found.command[0], 'utf8')).toBe('program\n');
  expect(await findProgram(env, stage)).toEqual(found);
  const calls = readFileSync(join(home, 'calls'), 'utf8').trim().split('\n');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatch(
    new RegExp(`^${home}/cache/operator-gen/packages/.* install .*--ignore-scripts .*${programPackage}@\\d`),
  );
  expect(readFileSync(join(home, 'seen'), 'utf8')).toBe('package.json\n');
  expect(stages).toEqual([`Fetching ${programPackage} with npm, about 40 MB, once`]);
});

it.each([
  [
    'npm error code E404\nnpm error 404 Not Found - GET https://registry.example.com/x\nnpm error 404 A complete log of this run can be found in: /x',
    '404 Not Found - GET https://registry.example.com/x',
  ],
  [
    'npm ERR! code ENOSPC\nnpm ERR! syscall write\nnpm ERR! nospc There is no space left',
    'nospc There is no space left',
  ],
  ['', 'npm has failed'],
])('what npm says first is the reason, and nothing is left: %j', async (text, reason) => {
  const { home, env } = userWith(`mkdir -p ${folder}; printf '%s' "${text}" >&2; exit 1`);
  await expect(findProgram(env, stage)).rejects.toThrow(`cannot be fetched: ${reason}`);
  expect(readdirSync(join(home, 'cache/operator-gen/packages'))).toEqual([]);
});

it('a package without the program is refused', async () => {
  const { env } = userWith(`mkdir -p ${folder}`);
  await expect(findProgram(env, stage)).rejects.toThrow('cannot be fetched: it has no operator-gen-cluster');
});

it('a machine without npm has a reason, too', async () => {
  const { env } = userWith('');
  await expect(findProgram({ ...env, PATH: '/nowhere' }, stage)).rejects.toThrow(/cannot be fetched: .*npm/);
});
