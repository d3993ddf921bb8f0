import { CommanderError } from 'commander';
import { isCompletion, printCandidates } from './completion/complete.js';
import type { Context, ProcessContext } from './context.js';
import { type ExitCode, exitCodes } from './exit-code.js';
import { lastWords } from './last-words.js';
import { guardOutputs } from './output.js';
import { processContext } from './process-context.js';
import { buildProgram, type CommandList } from './program.js';
import { guardWarnings } from './warnings.js';
import { watchOutputs } from './watch-outputs.js';
import { settingsOf, settingsOfWords } from './settings.js';

/** Runs this process as a program with these commands. */
export async function runProcess(commands: CommandList): Promise<void> {
  const context = processContext();
  guardWarnings(context);
  const output = watchOutputs(context);
  const exitCode = await runCli(context, commands).catch(lastWords);
  process.exitCode = exitCode;
  await output.written();
  // Work abandoned by an interruption must not keep the process alive.
  if (exitCode === exitCodes.interrupted) process.exit();
}

/** Runs one command line and returns its exit code. Never throws. */
export async function runCli(outer: ProcessContext, commands: CommandList): Promise<ExitCode> {
  const context = guardedContext(outer);
  let exitCode: ExitCode = exitCodes.done;
  if (isCompletion(outer.argv)) {
    await printCandidates(outer, commands);
    return exitCode;
  }
  try {
    const program = buildProgram(context, commands, async (command, found, parsed) => {
      outer.keepCode?.();
      const { run } = await import('./run.js');
      exitCode = await run(context, settingsOf(parsed), command, found);
    });
    await program.parseAsync(context.argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander ends `--help` and `--version` with an error.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    return await fail(error, context);
  }
}

/** Returns a context with guarded outputs. Its streams are opened only when they are used. */
function guardedContext(outer: ProcessContext): Context {
  const { argv, env, host, memory, helper, runProgram, interrupt, heedInterrupt } = outer;
  const inner = { argv, env, host, runProgram, interrupt };
  return {
    ...inner,
    ...guardOutputs(outer),
    ...(memory && { memory }),
    ...(helper && { helper }),
    ...(heedInterrupt && { heedInterrupt }),
    get cwd() {
      return outer.cwd;
    },
    get stdin() {
      return outer.stdin;
    },
    get terminal() {
      return outer.terminal;
    },
  };
}

/** Reports an error thrown before a command ran: wrong usage, or a bug. */
async function fail(error: unknown, context: Context): Promise<ExitCode> {
  const [{ reportFailure }, { presenterFor }] = await Promise.all([import('./failure.js'), import('./presenter.js')]);
  const report = reportFailure(error, '');
  const { stdout, stderr, env } = context;
  // Without positions: this requires no folder, which may not exist.
  const nowhere = { root: '/', host: { read: () => undefined }, checkout: () => ({ project: '/', repository: '/' }) };
  await presenterFor({ stdout, stderr, env, cwd: '/' }, settingsOfWords(context.argv), nowhere).end(report);
  return report.exitCode;
}
