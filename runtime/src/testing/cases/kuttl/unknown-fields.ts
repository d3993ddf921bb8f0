import type { Fields } from '../files/fields.js';
import type { CaseProblem } from '../model.js';

/** Reports a file or a field without any effect. */
export type Warn = (problem: CaseProblem) => void;

/** Reports the fields that the format does not have, which kuttl ignores too. */
export function fieldWarnings(fields: Fields, known: readonly string[], warn: Warn): void {
  for (const name of fields.names) {
    if (known.includes(name)) continue;
    warn({
      reason: 'ignored',
      message: `the field ${name} has no effect`,
      help: `correct its name; the fields are ${known.join(', ')}`,
      place: fields.placeOf(name),
    });
  }
}
