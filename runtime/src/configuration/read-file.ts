import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { TooLargeError } from '../transport/too-large-error.js';

const mebibyte = 1024 * 1024;
/** Maximum size of a token, certificate or key in bytes; CA bundles are about 256 KiB. */
export const mostSecretBytes = 4 * mebibyte;
/** Maximum size of a kubeconfig in bytes. */
export const mostKubeconfigBytes = 16 * mebibyte;

// Read in pieces, because the reported size of a device or a pipe is 0.
const pieceSize = 65_536;

/**
 * Reads a file, or the output of a program from a pipe.
 * @throws TooLargeError if there are more than `most` bytes, as in `/dev/zero`; any error of the system
 */
export function readTextSync(path: string, most: number): string {
  const file = openSync(path, 'r');
  try {
    const pieces = new Pieces(path, most);
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceSize);
      const length = readSync(file, piece, 0, pieceSize, null);
      if (length === 0) return pieces.text();
      pieces.add(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads a file as `readTextSync` does, without blocking on a slow disk or a pipe. */
export async function readText(path: string, most: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const pieces = new Pieces(path, most);
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceSize), 0, pieceSize, null);
      if (bytesRead === 0) return pieces.text();
      pieces.add(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

class Pieces {
  readonly #pieces: Buffer[] = [];
  readonly #path: string;
  readonly #most: number;
  #size = 0;

  constructor(path: string, most: number) {
    this.#path = path;
    this.#most = most;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#most) throw new TooLargeError(`the file ${this.#path}`, this.#most);
    this.#pieces.push(piece);
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}
