/**
 * Who owns a file after it was first written.
 * - `generated`: owned by the tool; always overwritten, and removed when it is no longer generated.
 * - `merged`: shared; the content is computed from the existing file, so it is written whenever it differs.
 * - `sample`: owned by the tool until a user edits it (its hash differs from the recorded one), then by the user.
 * - `scaffolded`: written once, then owned by the user; a conflict if it exists and differs.
 * - `kept`: like `scaffolded`, but an existing file is kept without reporting a conflict (README, LICENSE
 *   and others). `init` reports it, and merges missing lines into lists such as .gitignore.
 */
export type Ownership = 'generated' | 'merged' | 'sample' | 'scaffolded' | 'kept';

/** The desired state of a file. Paths are relative to the project root, with forward slashes. */
export interface DesiredFile {
  readonly path: string;
  readonly content: string;
  readonly ownership: Ownership;
  readonly executable?: boolean;
  /** Absolute path of a file to copy byte for byte; `content` is then only a description. */
  readonly copyOf?: string;
  /** Existing content that can be overwritten, in a file that otherwise belongs to the user. */
  readonly replaces?: string;
  /** The current path of the file, from which it is removed. */
  readonly movedFrom?: string;
  /** The content without the user's changes to a file that keeps them, recorded to detect when the changes are gone. */
  readonly recordAs?: string;
  /** Whether it is a file of the user, which the record does not list. */
  readonly unrecorded?: boolean;
  /** SHA-256 of the sample that is generated without the API server's code, if that code has rejected it. */
  readonly triedFrom?: string;
}
