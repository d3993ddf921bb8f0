import { join, resolve } from 'node:path';
import { keepCodeIn } from '../../language/compiler/code-cache.js';
import { isAboutArguments } from '../../base/diagnostics/about-arguments.js';
import type { Host } from '../../base/io/host.js';
import { hasLeftovers } from '../../output/plan/leftovers.js';
import type { Context } from './context.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { nothingWritten, untilInterrupted } from './interrupt.js';
import { startInterview } from './interview.js';
import { stages } from './progress.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { Command, Found } from './command.js';
import { presenterFor } from './presenter.js';
import { confinedHost, namedHost, projectHost } from '../../project/project-host.js';
import { projectFile } from '../../project/paths.js';
import { projectRoot } from '../../project/project-root.js';
import { refuseForeignProject } from '../../project/trusted-project.js';
import { checkoutAround } from '../../project/workspace.js';
import type { Report } from './report.js';
import type { Checkout } from './report-sarif.js';
import type { Session } from './session.js';
import type { Settings } from './settings.js';

/** Runs a command, from asking for missing values to its report, and returns the exit code. Never throws. */
export async function run(outer: Context, settings: Settings, command: Command, found: Found): Promise<ExitCode> {
  const host = await outer.host();
  // Not copied, because that would open stdin.
  const cwd = { value: resolve(outer.cwd, settings.cwd ?? '.') };
  const context = Object.create(outer, { cwd }) as Context;
  const root = command.startsProject === true ? context.cwd : projectRoot(host, context.cwd);
  const presenter = presenterFor(context, settings, {
    root,
    home: outer.cwd,
    host: confinedHost(host, root),
    checkout: () => checkoutOf(host, root, outer.env),
    isLive: command.isLive,
  });
  const session: Session = {
    context,
    settings,
    host,
    root,
    presenter,
    command: command.name,
    canForce: 'force' in command.flags,
    warnings: [],
    state: nothingWritten,
  };
  if (command.watches(found)) return (await import('./watch.js')).watch(session, (each) => turn(each, command, found));
  const report = await turn(session, command, found);
  await presenter.end(report);
  return report.exitCode;
}

/** Runs a command once. Never throws. */
async function turn(session: Session, command: Command, found: Found): Promise<Report> {
  session.warnings.length = 0;
  const { interrupt } = session.context;
  const working = work(session, command, found);
  // A command that runs until its user ends it has to clean up.
  const ended = command.isLive === true ? working : untilInterrupted(interrupt, () => session.state, working);
  const report = await ended.catch(async (error) =>
    refused((await import('./failure.js')).reportFailure(error, command.name), command),
  );
  session.context.stderr.transient?.('');
  return { ...withUsageCode(report), diagnostics: [...session.warnings, ...report.diagnostics] };
}

/** Returns a report with the exit code for invalid usage if nothing but the command line is wrong. */
function withUsageCode(report: Report): Report {
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error');
  const isUsage = report.exitCode === exitCodes.diagnostics && !report.applied && errors.length > 0;
  return isUsage && errors.every(isAboutArguments) ? { ...report, exitCode: exitCodes.usage } : report;
}

/** Returns the report of a command that has written nothing, with the exit code for that. */
function refused(report: Report, { writesConflicts = false }: Command): Report {
  return writesConflicts && report.exitCode === exitCodes.diagnostics
    ? { ...report, exitCode: exitCodes.usage }
    : report;
}

async function work(session: Session, command: Command, found: Found): Promise<Report> {
  const { context, host, root, presenter, settings } = session;
  const { cwd, env } = context;
  if (!isFolder(host, cwd)) {
    const { usageError } = await import('./usage-error.js');
    throw usageError(session.command, 'folder-not-found', { folder: cwd });
  }
  const character = unusableCharacter(root);
  if (character !== undefined) {
    const { refuse } = await import('../../base/diagnostics/diagnostic.js');
    refuse('unsupported-folder', { folder: root, character });
  }
  if (command.startsProject === true || host.kind(join(root, projectFile)) !== 'missing') {
    refuseForeignProject(host, root, env);
  }
  // Runs before anything is read, so that an earlier command's incomplete work is not mistaken for the project.
  if (hasLeftovers(host, root)) {
    const { pendingJournal, recover } = await import('../../output/plan/journal.js');
    const isRecovered = command.writes && !settings.dryRun;
    session.warnings.push(...(isRecovered ? recover(host, root) : pendingJournal(host, root)));
  }
  const interview = startInterview(context, settings);
  const { options, words } = await command.prepare(found, interview, {
    host: projectHost(host, root),
    named: namedHost(host, root),
    cwd,
  });
  if (interview.asked.length > 0) {
    const { shellLine } = await import('../../base/diagnostics/shell-line.js');
    presenter.note(`Without questions: ${shellLine(['npx', 'operator-gen', ...words])}`);
  }
  const memory = await context.memory?.(root);
  // Runs before the work is loaded, because much of it loads the compiler.
  keepCodeIn(memory);
  const operation = await command.operation();
  const texts = new Map<string, string | undefined>();
  const helper = await context.helper?.(root);
  const known = { memory, helper };
  const environment = environmentOf(session, known, texts);
  environment.stage?.('Reading the project');
  const live = { session, environment: (other = session) => environmentOf(other, known) };
  const outcome = await operation(options, environment, live).catch(async (error) => {
    throw (await import('./too-deep.js')).tooDeepOr(error, texts, root);
  });
  if (outcome.result !== undefined) return (await import('./report.js')).reportResult(session.command, outcome);
  return outcome.drift === true
    ? (await import('./drift.js')).reportDrift(session, outcome)
    : (await import('./change.js')).carryOut(session, outcome);
}

/** Returns the environment of an operation. @param texts gets the texts of the files that it reads */
function environmentOf(
  { context, settings, host, root }: Session,
  known: Pick<Environment, 'memory' | 'helper'>,
  texts?: Map<string, string | undefined>,
): Environment {
  return {
    ...known,
    host: projectHost(host, root, texts),
    named: namedHost(host, root),
    input: async () => (await import('./read-input.js')).readInput(context.stdin),
    cwd: context.cwd,
    dryRun: settings.dryRun,
    env: context.env,
    stage: stages(context, settings),
  };
}

/**
 * Returns the location of a project in its repository. In a container, the checkout may belong to another user, or be
 * missing.
 */
function checkoutOf(host: Host, root: string, env: Context['env']): Checkout {
  const project = isFolder(host, root) ? host.realpath(root) : root;
  return { project, repository: checkoutAround(host, project) ?? env['GITHUB_WORKSPACE'] ?? project };
}

// The compiler treats a backslash as a slash. File lists and make treat each line as a name.
const unusable: readonly (readonly [character: RegExp, name: string])[] = [
  [/\\/, 'a backslash'],
  [/\p{Cc}/u, 'a control character'],
  [/\ufffd/, 'bytes that are not UTF-8'],
];

function unusableCharacter(folder: string): string | undefined {
  return process.platform === 'win32' ? undefined : unusable.find(([each]) => each.test(folder))?.[1];
}

function isFolder(host: Host, path: string): boolean {
  try {
    return host.kind(host.realpath(path)) === 'directory';
  } catch {
    return false;
  }
}
