import { styleText } from 'node:util';

/** Adds a color or a weight to text, or returns it unchanged. */
export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

export const plain: Style = (_format, text) => text;

const colored: Style = (format, text) => styleText(format, text, { validateStream: false });

/**
 * Returns the style for a stream: `--no-color` decides, then FORCE_COLOR, NO_COLOR (https://no-color.org), TERM=dumb,
 * and finally whether the stream is a terminal.
 */
export function styleFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
  allowed: boolean,
): Style {
  const force = env['FORCE_COLOR'];
  if (!allowed) return plain;
  if (force !== undefined) return force === '0' || force === 'false' ? plain : colored;
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return plain;
  return stream.isTTY === true ? colored : plain;
}
