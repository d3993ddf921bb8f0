import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from './sandbox.js';
import { waitFor } from './wait.js';

/** Reports whether a process is running; a zombie is not. */
function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .toString()
      .startsWith('Z');
  } catch {
    return false;
  }
}

const eventually = (what: string, condition: () => boolean) =>
  waitFor(what, 10_000, async () => (condition() ? true : undefined));

test('stop ends the processes and removes the folder, once', async () => {
  const sandbox = createSandbox('sandbox-test-');
  const sleeper = sandbox.start({ command: 'sleep', args: ['600'] });
  expect(isRunning(sleeper.pid!)).toBe(true);
  await sandbox.stop();
  expect(isRunning(sleeper.pid!)).toBe(false);
  expect(existsSync(sandbox.directory)).toBe(false);
  await sandbox.stop();
});

test('a process that has ended is reported with the end of its output', async () => {
  const sandbox = createSandbox('sandbox-test-');
  const script = 'for i in $(seq 100); do echo "line $i"; done; echo "what went wrong" >&2; exit 3';
  const failing = sandbox.start({ command: 'sh', args: ['-c', script] });
  await failing.whenEnded;
  const message = expect.toSatisfy((text: string) => text.includes('what went wrong') && !text.includes('line 80\n'));
  expect(() => failing.assertRunning()).toThrow(expect.objectContaining({ message }) as Error);
  expect(() => failing.assertRunning()).toThrow('sh exited with code 3');
  await sandbox.stop();
});

test('a program that is not there is reported', async () => {
  const sandbox = createSandbox('sandbox-test-');
  const missing = sandbox.start({ command: '/nowhere/etcd', args: [] });
  await missing.whenEnded;
  expect(() => missing.assertRunning()).toThrow(/etcd did not start: .*ENOENT/);
  await sandbox.stop();
});

const importSandbox = `const { createSandbox } = await import(${JSON.stringify(new URL('sandbox.ts', import.meta.url).href)});`;

const parentScript = `
  ${importSandbox}
  process.stdin.once('data', () => process.exit(0));
  const sandbox = createSandbox('sandbox-test-');
  const ended = sandbox.start({ command: 'true', args: [] });
  await ended.whenEnded;
  const { pid } = sandbox.start({ command: 'sleep', args: ['600'] });
  console.log(JSON.stringify({ pid, directory: sandbox.directory }));
`;

const run = (script: string) => ['--import', 'tsx', '--input-type=module', '-e', script];

const waysToEnd = {
  'process.exit': (parent: ReturnType<typeof spawn>) => parent.stdin!.write('exit\n'),
  SIGTERM: (parent: ReturnType<typeof spawn>) => parent.kill('SIGTERM'),
  SIGKILL: (parent: ReturnType<typeof spawn>) => parent.kill('SIGKILL'),
};

test.each(Object.entries(waysToEnd))('nothing is left when the process that started it ends by %s', async (_, end) => {
  const parent = spawn(process.execPath, run(parentScript), { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  const { pid, directory } = JSON.parse(line) as { pid: number; directory: string };
  expect(isRunning(pid)).toBe(true);
  expect(existsSync(directory)).toBe(true);
  end(parent);
  await eventually('the process is gone', () => !isRunning(pid));
  await eventually('the folder is gone', () => !existsSync(directory));
});

test('a process that ends of its own accord takes the folder with it, before it is gone', () => {
  const script = `
    ${importSandbox}
    const { existsSync } = await import('node:fs');
    const { directory } = createSandbox('sandbox-test-');
    process.once('exit', () => console.log(existsSync(directory) ? 'folder there' : 'folder gone'));
  `;
  expect(execFileSync(process.execPath, run(script)).toString()).toBe('folder gone\n');
});
