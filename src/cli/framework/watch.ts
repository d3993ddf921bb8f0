import { relative } from 'node:path';
import { exitCodes, type ExitCode } from './exit-code.js';
import { heeding, Interrupted, untilInterrupted } from './interrupt.js';
import { isSource, watchProject } from './project-changes.js';
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
  const changes = watchProject(host, root, isSource);
  const watching = { ...session, host: changes.host };
  try {
    const first = await turn(watching);
    changes.noteWritten(first);
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
      if (paths.length === 0) continue;
      const report = await turn(quiet);
      changes.noteWritten(report);
      const names = paths.map((path) => relative(root, path)).join(', ');
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

function said({ files, exitCode }: Report, dryRun: boolean): string {
  if (exitCode === exitCodes.diagnostics) return 'nothing was written';
  const changed = files.filter(({ action, path }) => action !== 'unchanged' && !path.startsWith('.operator-gen/'));
  if (changed.length === 0) return 'nothing to do';
  const list = changed.map(({ action, path }) => `${action} ${path}`).join(', ');
  return dryRun ? `would ${list}` : list;
}
