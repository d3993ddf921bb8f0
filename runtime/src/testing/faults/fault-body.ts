import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expiredEvent } from './fault-answers.js';
import type { BodyFault } from './faults.js';

/** Fault for an open watch. */
export type WatchFault = BodyFault['type'] | 'expired' | 'end' | 'duplicated' | 'replayed';

/** Maximum number of pieces that one chunk is split into, because each of them costs a turn of the event loop. */
const mostPieces = 64;
const newline = 10;
/** Number of lines of a watch that can be replayed. */
const mostLines = 20;

/** Forwards the body of an answer, and breaks it on request. */
export class FaultBody {
  readonly #response: ServerResponse;
  readonly #reset: () => void;
  readonly #remembers: boolean;
  #fault: BodyFault['type'] | undefined;
  /** Last lines that were forwarded, and the incomplete line after them. */
  #lines: Buffer[] = [];
  #begun = Buffer.alloc(0);

  /**
   * @param reset resets the connection of `response`
   * @param remembers whether lines may have to be sent again
   */
  constructor(response: ServerResponse, reset: () => void, fault?: BodyFault['type'], remembers = false) {
    this.#response = response;
    this.#reset = reset;
    this.#fault = fault;
    this.#remembers = remembers;
  }

  /** Resolves when the body has ended in any way. */
  async pass(answer: Readable): Promise<void> {
    const response = this.#response;
    response.once('close', () => answer.destroy());
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        if (this.#isOver) return;
        if (this.#remembers) this.#note(chunk);
        await this.#write(chunk);
      }
      if (this.#fault !== 'silent' && !this.#isOver) response.end();
    } catch {
      // The API server aborted the answer, so the proxy does too.
      this.#reset();
    }
  }

  /** Applies a fault to an answer in progress, immediately if possible, not with the next chunk. */
  strike(fault: WatchFault): void {
    const response = this.#response;
    if (this.#isOver) return;
    if (fault === 'silent' || fault === 'split') {
      // What has fallen silent stays so: a stream that goes on after a gap is not a fault that a connection has.
      if (this.#fault !== 'silent') this.#fault = fault;
    } else if (fault === 'duplicated' || fault === 'replayed') {
      // Only between two lines, because half a line would be a different fault.
      if (this.#begun.length === 0 && this.#fault !== 'silent')
        response.write(Buffer.concat(fault === 'replayed' ? this.#lines : this.#lines.slice(-1)));
    } else if (fault === 'reset') this.#reset();
    else if (fault === 'end') response.end();
    else response.end(fault === 'expired' ? expiredEvent : '{"type":"MODIFIED","object":{"meta');
  }

  #note(chunk: Buffer): void {
    const text = Buffer.concat([this.#begun, chunk]);
    const end = text.lastIndexOf(newline) + 1;
    for (let from = 0; from < end;) {
      const to = text.indexOf(newline, from) + 1;
      this.#lines.push(text.subarray(from, to));
      from = to;
    }
    this.#lines = this.#lines.slice(-mostLines);
    this.#begun = text.subarray(end);
  }

  get #isOver(): boolean {
    return this.#response.closed || this.#response.writableEnded;
  }

  async #write(chunk: Buffer): Promise<void> {
    const response = this.#response;
    const half = chunk.subarray(0, Math.ceil(chunk.length / 2));
    switch (this.#fault) {
      case undefined:
        if (!response.write(chunk)) await drained(response);
        break;
      case 'silent':
        break;
      case 'truncated':
        response.end(half);
        break;
      case 'reset':
        response.write(half, () => this.#reset());
        await drained(response);
        break;
      case 'split':
        for (const piece of piecesOf(chunk)) {
          if (this.#isOver) return;
          response.write(piece);
          // Otherwise they would be sent together in one packet.
          await turn();
        }
    }
  }
}

/** Splits a chunk within multi-byte characters, and then at the longest pieces. */
function piecesOf(chunk: Buffer): Buffer[] {
  const cuts = [0, chunk.length];
  for (let at = 1; at < chunk.length && cuts.length < mostPieces / 2; at += 1) {
    const continues = (chunk[at]! & 0xc0) === 0x80;
    const begins = (chunk[at - 1]! & 0xc0) === 0xc0;
    if (continues && begins) cuts.push(at);
  }
  const step = Math.max(5, Math.ceil((chunk.length * 2) / mostPieces));
  for (let at = step; at < chunk.length; at += step) cuts.push(at);
  const places = [...new Set(cuts)].toSorted((one, other) => one - other);
  return places.slice(1).map((end, index) => chunk.subarray(places[index], end));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
