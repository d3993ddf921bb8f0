const blockSize = 512;

/** File in a tar archive. Its content must be read completely before the next entry is requested. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  content(): AsyncGenerator<Buffer>;
}

/**
 * Yields the regular files of an uncompressed tar archive, in its order. Other entries are skipped.
 * See https://www.gnu.org/software/tar/manual/html_node/Standard.html
 *
 * @throws Error if the archive ends in the middle of an entry
 */
export async function* readTar(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(archive);
  for (;;) {
    const header = await bytes.read(blockSize);
    if (header === undefined || header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const type = text(header, 156, 1);
    const entry = { name: text(header, 0, 100), size, content: () => bytes.stream(size) };
    if (type === '0' || type === '') yield entry;
    else for await (const _ of entry.content());
    await bytes.read((blockSize - (size % blockSize)) % blockSize);
  }
}

function text(header: Buffer, start: number, length: number): string {
  return header.toString('latin1', start, start + length).split(/[\0 ]/, 1)[0]!;
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads exactly `length` bytes; undefined if the archive ends here. */
  async read(length: number): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(length, true)) chunks.push(chunk);
    return chunks.length === 0 && length > 0 ? undefined : Buffer.concat(chunks);
  }

  /** Yields `length` bytes in pieces. `mayEnd` allows the archive to end before the first of them. */
  async *stream(length: number, mayEnd = false): AsyncGenerator<Buffer> {
    let missing = length;
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next();
        if (next.done === true) {
          if (mayEnd && missing === length) return;
          throw new Error('the archive ends in the middle of a file');
        }
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
}
