/** Why a file is not read, although something is there; in words, for messages that have no better ones. */
const reasons = {
  link: 'it is a symbolic link',
  'not-regular': 'it is not a regular file',
  'too-large': 'it is too large',
  git: 'it is in a .git folder',
  'too-much': 'too much was read before it',
  'too-deep': 'it is in too many folders',
} as const;

export type RefusalReason = keyof typeof reasons;

/** Thrown instead of reading a file that a stranger's repository could use to disclose, to block or to exhaust. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** As errors of `node:fs` have one. */
  readonly code = 'FILE_REFUSED';
  /** Absolute path of what was refused: the file, or the link on the way to it. */
  readonly path: string;
  readonly reason: RefusalReason;

  constructor(path: string, reason: RefusalReason) {
    super(reasons[reason]);
    this.path = path;
    this.reason = reason;
  }
}
