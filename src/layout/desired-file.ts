/**
 * Who may change a file after it was first written.
 * - `generated`: ours; always rewritten, removed when nothing makes it any more.
 * - `merged`: shared; the content was computed from what stands there, so it is written whenever it differs.
 * - `sample`: ours until a user edits it (its hash differs from the recorded one), then theirs.
 * - `scaffolded`: written once, then the user's; in the way if it exists and differs.
 * - `kept`: like `scaffolded`, but an existing file is kept without a conflict (README, LICENSE, .gitignore).
 */
export type Ownership = 'generated' | 'merged' | 'sample' | 'scaffolded' | 'kept';

/** A file as a command wants it. Paths are relative to the project's root, with forward slashes. */
export interface DesiredFile {
  readonly path: string;
  readonly content: string;
  readonly ownership: Ownership;
  readonly executable?: boolean;
  /** Absolute path of a file to be copied byte for byte; then `content` only says what it is. */
  readonly copyOf?: string;
  /** What stands there and is ours to write over, in a file that is otherwise the user's. */
  readonly replaces?: string;
  /** The path that the file had so far, at which it is to go. */
  readonly movedFrom?: string;
  /** What we would have written into a file that keeps its user's changes: by this it is known when they are gone. */
  readonly recordAs?: string;
}
