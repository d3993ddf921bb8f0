// https://github.com/distribution/reference: a registry, a path, and a tag, a digest or both.
const host = String.raw`(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9])|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const part = String.raw`[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`;
const tag = String.raw`:[A-Za-z0-9_][\w.-]{0,127}`;
const digest = String.raw`@[A-Za-z][\w+.-]*:[a-fA-F0-9]{32,}`;
const reference = new RegExp(`^(?:${host}/)?${part}(?:/${part})*(?:${tag})?(?:${digest})?$`);

/** Whether a container runtime can look for an image of this name. */
export function isImage(name: string): boolean {
  return name.length <= 512 && reference.test(name);
}

/** The words of a command, as `--image-container-command` has them: with commas between them. */
export function wordsOf(command: string): readonly string[] {
  return command.split(',');
}

/** Whether every word can be seen, and reach the container as it is. */
export function isCommand(command: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return wordsOf(command).every((word) => word.trim() !== '' && !/[\u0000-\u001F\u007F\u2028\u2029]/.test(word));
}
