/** The effect of a file on its step. */
export type FileRole = 'apply' | 'assert' | 'errors';

/** Name of a file or folder of a test case, taken apart. */
export interface FileName {
  readonly role: FileRole;
  /** Index of the step; undefined if the name does not begin with one. */
  readonly index?: number | undefined;
  /** Name of the step, for files that are applied. */
  readonly stepName: string;
  /** Whether it is a Go template. */
  readonly isTemplate: boolean;
}

/** Form of the names, for messages. */
export const nameForm = '<number>-<name>.yaml';

const parts = /^(?:(\d+)-)?([^-.]+)(-[^.]+)?((?:\.gotmpl)?\.yaml)?$/;
const largestIndex = 2 ** 31 - 1;

/** Takes the name of a file or folder apart; undefined for a name that no step has. */
export function parseFileName(name: string): FileName | undefined {
  const [, digits, first = '', rest = '', extension = ''] = parts.exec(name) ?? [];
  if (first === '') return undefined;
  const index = digits === undefined ? undefined : Number(digits);
  if (index !== undefined && index > largestIndex) return undefined;
  const lower = first.toLowerCase();
  const role = lower === 'assert' || lower === 'errors' ? lower : 'apply';
  return { role, index, stepName: `${first}${rest}`, isTemplate: extension.startsWith('.gotmpl') };
}
