/** Thrown when a command needs the current folder, which was deleted. */
export class NoCurrentFolder extends Error {
  override readonly name = 'NoCurrentFolder';
}
