import { posix } from 'node:path';
import { textsAt } from '../../model/json-at.js';
import type { JsonObject } from '../../model/schema.js';

/** The words after the program of a container. */
export interface ContainerWords {
  readonly words: readonly string[];
  /** The script of a shell that starts the program, if more happens in it or if it computes arguments. */
  readonly script?: string;
}

/** A script that does nothing but start a program with arguments as they are. */
const plainScript = /^\s*(?:exec\s+)?[\w./-]+((?:\s+[\w./:=,@%+-]+)*)\s*$/;
/** The same with arguments that the shell computes. */
const startingScript = /^\s*(?:exec\s+)?[\w./-]+((?:\s+[^\s|&;<>()]+)*)\s*$/;

/** Returns the arguments of a program, also where a shell starts it: `sh -c "exec /manager --leader-elect"`. */
export function argumentWords(container: JsonObject): ContainerWords {
  const [program = '', ...rest] = textsAt(container, 'command');
  const words = [...rest, ...textsAt(container, 'args')];
  const isScript = /^(?:ba|da|a|z)?sh$/.test(posix.basename(program)) && /^-\w*c$/.test(words[0] ?? '');
  if (!isScript) return { words };
  const script = words[1] ?? '';
  const plain = plainScript.exec(script);
  const [, given = ''] = plain ?? startingScript.exec(script) ?? [];
  const known = given.split(/\s+/).filter((word) => word !== '' && !/[$`'"\\*?]/.test(word));
  return { words: known, ...(plain === null && { script }) };
}
