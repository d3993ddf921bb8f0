import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { CaseCommand } from './model.js';
import { runCommand, runCommands, type CommandContext } from './running/commands.js';
import { OutputLines } from './running/output-lines.js';

const usual = { namespaced: false, ignoreFailure: false, background: false, timeout: 0, skipLogOutput: false };
const script = (text: string, more: Partial<CaseCommand> = {}): CaseCommand => ({
  ...usual,
  script: text,
  place: { file: 'a.yaml', line: 1 },
  ...more,
});

function contextOf(signal = new AbortController().signal) {
  const ends: (() => Promise<void>)[] = [];
  const context: CommandContext = {
    namespace: 'shop',
    folder: tmpdir(),
    kubeconfig: '/kubeconfig',
    cwd: '/cwd',
    output: new OutputLines(),
    signal,
    atEnd: (undo) => void ends.push(undo),
  };
  return { context, ends };
}

describe('a command', () => {
  it('gets the namespace, the kubeconfig and the programs of the project', async () => {
    const { context } = contextOf();
    expect(await runCommand(script('echo $NAMESPACE $KUBECONFIG "${PATH%%:*}"'), 5, context)).toBeUndefined();
    expect(context.output.last).toEqual(['shop /kubeconfig /cwd/bin/']);
  });

  it('that fails is reported with the end of its output, without control characters', async () => {
    const { context } = contextOf();
    const failure = await runCommand(script("seq 100; printf '\\033[2Jx'; exit 3"), 5, context);
    expect(failure).toMatchObject({ timedOut: false, message: expect.stringMatching(/exited with code 3$/) as string });
    expect(failure!.details).toHaveLength(8);
    expect(failure!.details.at(-1)).toBe('\\u001b[2Jx');
  });

  it('with too much output keeps the last lines', async () => {
    const { context } = contextOf();
    await runCommand(script(`yes ${'x'.repeat(1000)} | head -3000`), 20, context);
    expect(context.output.last).toHaveLength(200);
    expect(context.output.last[0]).toHaveLength(400);
  });

  it('that takes too long is killed with all that it started', async () => {
    const { context } = contextOf();
    // What it started holds its output open, and would hold the test up.
    const start = performance.now();
    const failure = await runCommand(script('sleep 60 & wait'), 0.5, context);
    expect(failure).toMatchObject({ timedOut: true });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('ends when the run is interrupted', async () => {
    const stop = new AbortController();
    const running = runCommand(script('sleep 60'), 0, contextOf(stop.signal).context);
    setTimeout(() => stop.abort(), 100);
    expect((await running)!.message).toContain('SIGKILL');
  });

  it('in the background ends with the case', async () => {
    const { context, ends } = contextOf();
    const commands = [script('exec sleep 60', { background: true }), script('exit 0')];
    expect(await runCommands(commands, 5, context)).toBeUndefined();
    expect(ends).toHaveLength(1);
    await ends[0]!();
  });

  it.each([
    ['a failure', script('exit 1', { ignoreFailure: true }), undefined],
    [
      'a missing program',
      { ...script(''), script: undefined, command: 'no-such-program', ignoreFailure: true },
      /cannot start/,
    ],
    ['an open quote', { ...script(''), script: undefined, command: "echo 'a" }, /cannot start: the quote/],
    ['no words', { ...script(''), script: undefined, command: '$NOTHING' }, /cannot start: it is empty/],
  ])('with %s', async (_, command, message) => {
    const failure = await runCommand(command, 5, contextOf().context);
    if (message === undefined) expect(failure).toBeUndefined();
    else expect(failure!.message).toMatch(message);
  });
});
