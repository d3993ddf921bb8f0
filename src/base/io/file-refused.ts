/** Reasons why an existing file is not read; as text, for messages without better words. */
const reasons = {
  link: 'it is a symbolic link',
  'not-regular': 'it is not a regular file',
  'too-large': 'it is too large',
  git: 'it is in a .git folder',
  'too-much': 'too many bytes were read before it',
  'too-deep': 'it is nested too deeply in folders',
} as const;

export type RefusalReason = keyof typeof reasons;

/**
 * Thrown instead of reading a file with which an untrusted repository could disclose data, block, or exhaust resources.
 */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** An error code, as in errors of `node:fs`. */
  readonly code = 'FILE_REFUSED';
  /** Absolute path of what was rejected: the file, or the link on its path. */
  readonly path: string;
  readonly reason: RefusalReason;

  constructor(path: string, reason: RefusalReason) {
    super(reasons[reason]);
    this.path = path;
    this.reason = reason;
  }
}
