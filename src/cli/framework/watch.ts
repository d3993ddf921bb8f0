import { dirname, join, relative } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { type Watch, watchFolders, type WatchedFolder } from '../../base/io/watch-folders.js';
import { confinedHost } from '../../project/project-host.js';
import { ownFolder } from '../../output/plan/leftovers.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { heeding, Interrupted, untilInterrupted } from './interrupt.js';
import type { Report } from './report.js';
import type { Session } from './session.js';

const untouched = { left: 'files that were written are kept', remedy: 'run the same command again' };

/**
 * Runs a command, and runs it again whenever a file that it read changes, until the user interrupts. The process keeps
 * running, so each run costs only as much as the change. Prints one line for each change, and problems as usual. Never
 * throws.
 */
export async function watch(session: Session, turn: (session: Session) => Promise<Report>): Promise<ExitCode> {
  const { context, host, presenter, root, settings } = session;
  const folders: readonly WatchedFolder[] = [
    { path: join(root, 'src'), deep: true },
    { path: join(root, 'config'), deep: true },
    // Watches PROJECT and similar files, but nothing that is installed or built.
    { path: root, deep: false },
  ];
  const inputs = new Set([join(root, 'PROJECT')]);
  // Starts before the first run, so that files saved during the run count as changes.
  const changes = watchFolders(folders, (path) => inputs.has(path) || isSource(relative(root, path)));
  const watching = { ...session, host: noting(host, root, inputs, changes) };
  const written = new Map<string, string | undefined>();
  const noteWritten = ({ files }: Report): void => {
    for (const path of files.map((each) => join(root, each.path))) written.set(path, readSafely(host, root, path));
  };
  try {
    const first = await turn(watching);
    noteWritten(first);
    await presenter.end(first);
    if (first.exitCode !== exitCodes.done && first.exitCode !== exitCodes.diagnostics) return first.exitCode;
    // From now on a change is reported on one line, without a list of files.
    const quiet = { ...watching, presenter: { ...presenter, files: () => undefined } };
    let isWatching = false;
    for (;;) {
      const paths = await heeding(context, async () => {
        if (!isWatching) presenter.note('Watching for changes. Press Ctrl-C to stop.');
        isWatching = true;
        return untilInterrupted(context.interrupt, () => untouched, changes.next());
      });
      // Files that we write ourselves do not count as changes.
      const foreign = paths.filter((path) => !written.has(path) || isChanged(host, root, path, written.get(path)));
      if (foreign.length === 0) continue;
      for (const path of foreign) written.delete(path);
      const report = await turn(quiet);
      noteWritten(report);
      const names = foreign.map((path) => relative(root, path)).join(', ');
      await presenter.end({ ...report, next: [], summary: `${names}: ${said(report, settings.dryRun)}` });
    }
  } catch (error) {
    if (error instanceof Interrupted) return exitCodes.interrupted;
    const report = (await import('./failure.js')).reportFailure(error, session.command);
    await presenter.end(report);
    return report.exitCode;
  } finally {
    changes.close();
  }
}

/** Returns a file as the commands read it; undefined if it is missing or rejected, for example because it is a link or a FIFO. */
function readSafely(host: Host, root: string, path: string): string | undefined {
  try {
    return confinedHost(host, root).read(path);
  } catch {
    return undefined;
  }
}

/** Reports whether a file changed. A rejected file counts as a change, so that the next run reports its problem. */
function isChanged(host: Host, root: string, path: string, written: string | undefined): boolean {
  const text = readSafely(host, root, path);
  return text === undefined ? host.kind(path) !== 'missing' || written !== undefined : text !== written;
}

/**
 * Returns the same host, which also watches the files that are read through it, such as a header, an extended
 * tsconfig.json, or another package of the workspace. Installed packages are not watched, nor are missing files outside
 * the project.
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

/** Reports whether a path is a source file, because a new one has not been read yet. */
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
