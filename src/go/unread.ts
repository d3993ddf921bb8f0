import type { GoCall, GoRange } from './calls.js';
import type { GoUnread } from './controller.js';
import type { GoText } from './text.js';

/** Returns a part of a call that a skeleton does not have, such as a predicate. */
export function unreadPart(file: GoText, before: string, { from, to }: GoRange): GoUnread {
  const closing = ')'.repeat(before.split('(').length - 1);
  return { text: `${before}${shortened(file.text.slice(from, to))}${closing}`, file, offset: from };
}

/** Returns a call that a skeleton does not have. */
export function unreadCall({ file, name, offset, arguments: all }: GoCall): GoUnread {
  const given = all.map(({ from, to }) => shortened(file.text.slice(from, to))).join(', ');
  return { text: `${name}(${given})`, file, offset };
}

/** Returns code in one line. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
