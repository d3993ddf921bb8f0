import type { WriteStream } from 'node:tty';

const redrawMs = 1000;

/**
 * Shows a step that takes long: on a terminal one line with a running clock, elsewhere a line at the start and one at the
 * end. Returns what `work` returns.
 */
export async function showStep<T>(
  label: string,
  work: () => Promise<T>,
  out: WriteStream = process.stderr,
): Promise<T> {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const draw = (state: string, end: string) => out.write(`${out.isTTY ? '\r\x1b[K' : ''}${label}  ${state}${end}`);
  draw('building', out.isTTY ? '' : '\n');
  const clock = out.isTTY ? setInterval(() => draw(`building ${seconds()}`, ''), redrawMs) : undefined;
  try {
    const result = await work();
    draw(`done in ${seconds()}`, '\n');
    return result;
  } catch (error) {
    draw(`failed after ${seconds()}`, '\n');
    throw error;
  } finally {
    clearInterval(clock);
  }
}
