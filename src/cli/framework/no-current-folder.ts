/** Thrown when a command needs the current folder, but it was deleted. */
export class NoCurrentFolder extends Error {
  override readonly name = 'NoCurrentFolder';
}
