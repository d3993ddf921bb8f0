import { join, relative } from 'node:path';
import { watchFolders, type WatchedFolder } from '../io/watch-folders.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { Interrupted, untilInterrupted } from './interrupt.js';
import type { Report } from './report.js';
import type { Session } from './session.js';

const untouched = { left: 'what was written stays', remedy: 'run the same command again' };

/**
 * Runs a command again whenever a source or PROJECT changes, until the user interrupts. The process stays warm, so a turn
 * costs what the change costs. One line for each change; problems as they always are.
 */
export async function watch(session: Session, turn: () => Promise<Report>): Promise<ExitCode> {
  const { context, host, presenter, root, settings } = session;
  const folders: readonly WatchedFolder[] = [
    { path: join(root, 'src'), deep: true },
    // PROJECT and tsconfig.json, and not what is installed or built.
    { path: root, deep: false },
  ];
  const changes = watchFolders(folders);
  const written = new Map<string, string | undefined>();
  presenter.note('Watching for changes; Ctrl-C ends it.');
  try {
    for (;;) {
      const paths = await untilInterrupted(context.interrupt, () => untouched, changes.next());
      const isForeign = (path: string): boolean => !written.has(path) || host.read(path) !== written.get(path);
      const foreign = paths.filter((path) => isInput(relative(root, path)) && isForeign(path));
      if (foreign.length === 0) continue;
      const report = await turn();
      // What we write ourselves is no change.
      written.clear();
      for (const { path } of report.files) written.set(join(root, path), host.read(join(root, path)));
      const names = foreign.map((path) => relative(root, path)).join(', ');
      presenter.end({ ...report, next: [], summary: `${names}: ${said(report, settings.dryRun)}` });
    }
  } catch (error) {
    if (error instanceof Interrupted) return exitCodes.interrupted;
    throw error;
  } finally {
    changes.close();
  }
}

function isInput(path: string): boolean {
  return /^src\/.*\.ts$/.test(path) || /^(PROJECT|tsconfig[^/]*\.json)$/.test(path);
}

function said({ files, exitCode }: Report, dryRun: boolean): string {
  if (exitCode === exitCodes.diagnostics) return 'nothing was written';
  const changed = files.filter(({ action, path }) => action !== 'unchanged' && !path.startsWith('.operator-gen/'));
  if (changed.length === 0) return 'nothing to do';
  const list = changed.map(({ action, path }) => `${action} ${path}`).join(', ');
  return dryRun ? `would ${list}` : list;
}
