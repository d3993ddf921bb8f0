import { dirname, join, relative } from 'node:path';
import type { Host } from '../io/host.js';
import { type Watch, watchFolders, type WatchedFolder } from '../io/watch-folders.js';
import { confinedHost } from '../project/project-host.js';
import { ownFolder } from '../plan/leftovers.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { Interrupted, untilInterrupted } from './interrupt.js';
import type { Report } from './report.js';
import type { Session } from './session.js';

const untouched = { left: 'files that were written are kept', remedy: 'run the same command again' };

/**
 * Runs a command, and again whenever a file changes that it read, until the user interrupts. The process stays warm, so a turn
 * costs what the change costs. One line for each change; problems as they always are. Never throws.
 */
export async function watch(session: Session, turn: (session: Session) => Promise<Report>): Promise<ExitCode> {
  const { context, host, presenter, root, settings } = session;
  const folders: readonly WatchedFolder[] = [
    { path: join(root, 'src'), deep: true },
    { path: join(root, 'config'), deep: true },
    // PROJECT and its like, and not what is installed or built.
    { path: root, deep: false },
  ];
  const inputs = new Set([join(root, 'PROJECT')]);
  // Before the first turn: what is saved while it works is a change.
  const changes = watchFolders(folders, (path) => inputs.has(path) || isSource(relative(root, path)));
  const watching = { ...session, host: noting(host, root, inputs, changes) };
  const written = new Map<string, string | undefined>();
  const noteWritten = ({ files }: Report): void => {
    for (const path of files.map((each) => join(root, each.path))) written.set(path, readSafely(host, root, path));
  };
  try {
    const first = await turn(watching);
    noteWritten(first);
    presenter.end(first);
    if (first.exitCode !== exitCodes.done && first.exitCode !== exitCodes.diagnostics) return first.exitCode;
    presenter.note('Watching for changes. Press Ctrl-C to stop.');
    // From now on a change is one line, and not a list of files.
    const quiet = { ...watching, presenter: { ...presenter, files: () => undefined } };
    for (;;) {
      const paths = await untilInterrupted(context.interrupt, () => untouched, changes.next());
      // What we write ourselves is not a change.
      const foreign = paths.filter((path) => !written.has(path) || isChanged(host, root, path, written.get(path)));
      if (foreign.length === 0) continue;
      for (const path of foreign) written.delete(path);
      const report = await turn(quiet);
      noteWritten(report);
      const names = foreign.map((path) => relative(root, path)).join(', ');
      presenter.end({ ...report, next: [], summary: `${names}: ${said(report, settings.dryRun)}` });
    }
  } catch (error) {
    if (error instanceof Interrupted) return exitCodes.interrupted;
    const report = (await import('./failure.js')).reportFailure(error, session.command);
    presenter.end(report);
    return report.exitCode;
  } finally {
    changes.close();
  }
}

/** A file as the commands read it; undefined where it is missing, or is refused, such as a link or a FIFO. */
function readSafely(host: Host, root: string, path: string): string | undefined {
  try {
    return confinedHost(host, root).read(path);
  } catch {
    return undefined;
  }
}

/** Something that is refused is a change: the next turn says what is wrong with it. */
function isChanged(host: Host, root: string, path: string, written: string | undefined): boolean {
  const text = readSafely(host, root, path);
  return text === undefined ? host.kind(path) !== 'missing' || written !== undefined : text !== written;
}

/**
 * The same host, which watches what is read through it, such as a header, a tsconfig.json that is extended, or another package
 * of the workspace. Not what is installed, and outside the project nothing that was looked for in vain.
 */
function noting(host: Host, root: string, inputs: Set<string>, changes: Watch): Host {
  return {
    ...host,
    read: (path) => {
      const text = host.read(path);
      const isOurs = path.startsWith(`${join(root, ownFolder)}/`);
      if (isOurs || path.includes('/node_modules/') || (text === undefined && !path.startsWith(`${root}/`)))
        return text;
      inputs.add(path);
      changes.add({ path: dirname(path), deep: false });
      return text;
    },
  };
}

/** A new one has been read by nobody. */
function isSource(path: string): boolean {
  return /^src\/.*\.ts$/.test(path);
}

function said({ files, exitCode }: Report, dryRun: boolean): string {
  if (exitCode === exitCodes.diagnostics) return 'nothing was written';
  const changed = files.filter(({ action, path }) => action !== 'unchanged' && !path.startsWith('.operator-gen/'));
  if (changed.length === 0) return 'nothing to do';
  const list = changed.map(({ action, path }) => `${action} ${path}`).join(', ');
  return dryRun ? `would ${list}` : list;
}
