import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expiredEvent } from './fault-answers.js';
import type { BodyFault } from './faults.js';

/** What a watch that is open can be struck with. */
export type WatchFault = BodyFault['type'] | 'expired' | 'end';

/** How many pieces one piece is split into, at most: each of them costs a turn of the event loop. */
const mostPieces = 64;

/** Passes an answer's body on, and breaks it when told to. */
export class FaultBody {
  readonly #response: ServerResponse;
  readonly #reset: () => void;
  #fault: BodyFault['type'] | undefined;

  /** @param reset breaks the connection of `response` */
  constructor(response: ServerResponse, reset: () => void, fault?: BodyFault['type']) {
    this.#response = response;
    this.#reset = reset;
    this.#fault = fault;
  }

  /** Resolves when the body has ended, in whichever way. */
  async pass(answer: IncomingMessage): Promise<void> {
    const response = this.#response;
    response.once('close', () => answer.destroy());
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        if (this.#isOver) return;
        await this.#write(chunk);
      }
      if (this.#fault !== 'silent' && !this.#isOver) response.end();
    } catch {
      // The API server broke off, and so do we.
      this.#reset();
    }
  }

  /** Strikes an answer that is on its way: now, and not with the next piece, where that can be. */
  strike(fault: WatchFault): void {
    const response = this.#response;
    if (this.#isOver) return;
    if (fault === 'silent' || fault === 'split') {
      // What has fallen silent stays so: a stream that goes on after a gap is no fault that a connection has.
      if (this.#fault !== 'silent') this.#fault = fault;
    } else if (fault === 'reset') this.#reset();
    else if (fault === 'end') response.end();
    else response.end(fault === 'expired' ? expiredEvent : '{"type":"MODIFIED","object":{"meta');
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
          // Otherwise they would leave together, in one packet.
          await turn();
        }
    }
  }
}

/** Cuts after the first byte of characters that have several, and then wherever the pieces are longest. */
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
