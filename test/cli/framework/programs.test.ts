import { createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../../src/cli/framework/programs.js';
import { temporaryFolder } from '../../support/tree.js';

/** Runs a script of Node.js, and answers why it failed and what it said. */
async function run(script: string, command = process.execPath) {
  const cwd = temporaryFolder();
  const path = join(cwd, 'narration');
  const narration = createWriteStream(path);
  await once(narration, 'open');
  const program = { command, args: ['-e', script], cwd, env: { PATH: process.env['PATH'], GREETING: 'hello' } };
  const failure = await runProgram(program, narration);
  narration.end();
  // What was written is in the file only then.
  await once(narration, 'close');
  return { cwd, reason: failure?.reason, interrupted: failure?.interrupted, said: readFileSync(path, 'utf8') };
}

test('both outputs of a program are narration, and it runs where and with what it was told', async () => {
  const { cwd, reason, said } = await run(
    'console.log(process.cwd()); console.error(process.env.GREETING, process.env.HOME ?? "no home")',
  );
  expect(reason).toBeUndefined();
  expect(said).toContain(cwd);
  expect(said).toContain('hello no home\n');
});

test.each([
  ['fails', 'process.exit(3)', undefined, 'exit code 3'],
  ['is interrupted', 'process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 5000)', undefined, 'interrupted'],
  ['is interrupted and says so as a shell does', 'process.exit(130)', undefined, 'interrupted'],
  ['is killed', 'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 5000)', undefined, 'SIGTERM'],
  ['does not exist', '', 'no-such-program-anywhere', 'ENOENT'],
])('a program that %s is told, not thrown', async (_name, script, command, expected) => {
  expect((await run(script, command)).reason).toContain(expected);
});
