// https://github.com/distribution/reference: a registry, a path, and a tag, a digest or both.
const host = String.raw`(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9])|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const part = String.raw`[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`;
const tag = String.raw`:[A-Za-z0-9_][\w.-]{0,127}`;
const digest = String.raw`@[A-Za-z][\w+.-]*:[a-fA-F0-9]{32,}`;
const reference = new RegExp(`^(?:${host}/)?${part}(?:/${part})*(?:${tag})?(?:${digest})?$`);

/** Reports whether a name is a valid image reference. */
export function isImage(name: string): boolean {
  return name.length <= 512 && reference.test(name);
}

/** Returns the words of a command given as in `--image-container-command`, separated by commas. */
export function wordsOf(command: string): readonly string[] {
  return command.split(',');
}

/** Reports whether every word consists of visible characters and reaches the container unchanged. */
export function isCommand(command: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return wordsOf(command).every((word) => word.trim() !== '' && !/[\u0000-\u001F\u007F\u2028\u2029]/.test(word));
}
