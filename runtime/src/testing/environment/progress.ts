const barWidth = 24;
const redrawMs = 100;

export interface Progress {
  /** Adds `bytes` to the progress. */
  advance(bytes: number): void;
  end(): void;
}

/**
 * Shows a transfer on the standard error: a bar on a terminal, otherwise one line at the start. `total` is in bytes, if
 * known.
 */
export function showProgress(label: string, total: number | undefined): Progress {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${label}\n`);
    return { advance() {}, end() {} };
  }
  let done = 0;
  let drawnAt = -Infinity;
  const draw = () => process.stderr.write(`\r\x1b[K${label} ${bar(done, total)}`);
  return {
    advance(bytes) {
      done += bytes;
      if (performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      draw();
    },
    end() {
      draw();
      process.stderr.write('\n');
    },
  };
}

function bar(done: number, total: number | undefined): string {
  if (total === undefined) return `${megabytes(done)} MB`;
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth));
  return `[${'#'.repeat(filled).padEnd(barWidth, '.')}] ${megabytes(done)}/${megabytes(total)} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
