export interface Mention {
  /** The way to mention a tag in text, if it follows text of a description. */
  plain?: string | undefined;
}

/** Adds to a help text how to mention a tag without using it. */
export function orMention(plain: string | undefined, help: string): string {
  return plain === undefined
    ? help
    : `${help}${help.endsWith('?') ? ' If' : '; if'} the text only mentions it, write ${plain}`;
}
