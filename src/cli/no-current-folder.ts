/** Thrown where a command needs the current folder, and somebody has deleted it. */
export class NoCurrentFolder extends Error {
  override readonly name = 'NoCurrentFolder';
}
