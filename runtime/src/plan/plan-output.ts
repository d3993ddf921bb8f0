import type { PlannedReconcile, PlanSummary } from './planned-reconcile.js';
import { linesOf, summaryLine } from './text-lines.js';

/** Writes a plan, object by object. */
export interface PlanOutput {
  readonly add: (reconcile: PlannedReconcile) => Promise<void>;
  readonly end: (summary: PlanSummary) => Promise<void>;
}

/** Writes text; resolves when there is room for more. */
export type Write = (text: string) => Promise<void>;

export function textOutput(write: Write): PlanOutput {
  return {
    add: (reconcile) => write(linesOf(reconcile)),
    end: (summary) => write(summaryLine(summary)),
  };
}

/** Writes one JSON document, with a line for each object: `{"objects":[...],"summary":{...}}`. */
export function jsonOutput(write: Write): PlanOutput {
  let separator = '{"objects":[\n';
  return {
    add: async (reconcile) => {
      await write(`${separator}${JSON.stringify(reconcile)}`);
      separator = ',\n';
    },
    end: (summary) => {
      const start = separator === ',\n' ? '\n' : separator;
      return write(`${start}],"summary":${JSON.stringify(summary)}}\n`);
    },
  };
}
