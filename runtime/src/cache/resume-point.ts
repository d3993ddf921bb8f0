import { ApiError } from '../transport/api-error.js';
import { hasStatusCause, isTooManyRequests } from '../client/error-reasons.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { causesOf } from '../errors/causes.js';
import { compareVersions } from './versions.js';
import { ErrorEvent, WentBackError } from './watch-event.js';

export interface ResumeTiming {
  /** A watch that fails sooner has shown nothing. */
  readonly tooShort: number;
  /** For how long a version is tried from which no watch can be opened. */
  readonly resumeFor: number;
  /** After how long without an answer a server may have been restored and have counted past the version. */
  readonly shortestOutage: number;
  /** After how long without any sign a version is doubted. */
  readonly silence: number;
}

/**
 * The version from which a watch goes on, and for how long it is relied on. A version is worth a list: it is kept while the
 * connection is to blame, and given up when the server, or what stands before it, does not go on from it.
 */
export class ResumePoint {
  readonly #label: string;
  readonly #timing: ResumeTiming;
  #version: string | undefined;
  #failingSince: number | undefined;
  /** When there was a sign last that the server goes on from the version. */
  #signAt = 0;
  /** Since when no answer comes: somebody may have taken the server away to restore its data. */
  #awaySince: number | undefined;
  /** How often in a row everything was listed because the server had gone on in silence, and when the last time was. */
  #leftBehind = 0;
  #leftBehindAt = -Infinity;

  /** @param label what errors call the watch */
  constructor(label: string, timing: ResumeTiming) {
    this.#label = label;
    this.#timing = timing;
  }

  /** Undefined where everything has to be listed. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Everything was listed. */
  listed(version: string): void {
    this.#version = version;
    this.#failingSince = undefined;
    this.#awaySince = undefined;
    this.#signAt = performance.now();
  }

  /**
   * An event was delivered.
   * @param isDeletion what is gone is gone, in whichever order that is told
   * @throws WentBackError when the watch was past that version
   */
  shown(version: string, isDeletion: boolean): void {
    this.#failingSince = undefined;
    this.#leftBehind = 0;
    this.#signAt = performance.now();
    const isBefore = this.#version !== undefined && (compareVersions(version, this.#version) ?? 0) < 0;
    if (!isBefore) this.#version = version;
    else if (!isDeletion)
      throw new WentBackError(`${this.#label}: it went back from version ${this.#version} to ${version}`);
  }

  /** Whether the server may not know the version: it was away, or has given no sign for long, not even a bookmark. */
  get isDoubtful(): boolean {
    return this.#version !== undefined && (this.#awaySince !== undefined || this.#isSilent);
  }

  get #isSilent(): boolean {
    return performance.now() - this.#signAt >= this.#timing.silence;
  }

  /**
   * The server was asked where it is now. A version that it has not reached is given up. So is one that it is past after an
   * outage, because it may count anew, and in silence, because something may hold the changes back. For servers without
   * bookmarks the latter becomes rarer while nothing is shown.
   * @returns whether the server has gone on in silence, and everything is to be listed
   */
  compare(current: string): boolean {
    const now = performance.now();
    const isSilent = this.#isSilent;
    const wasAway = this.#awaySince !== undefined && now - this.#awaySince >= this.#timing.shortestOutage;
    this.#awaySince = undefined;
    if (isSilent) this.#signAt = now;
    const order = compareVersions(current, this.#version!);
    if (order === undefined ? isSilent || wasAway : order < 0 || (order > 0 && wasAway)) this.giveUp();
    const pause = this.#timing.silence * 2 ** Math.min(this.#leftBehind - 1, 3);
    const isBehind = isSilent && this.#version !== undefined && order! > 0 && now - this.#leftBehindAt >= pause;
    if (!isBehind) return false;
    this.#leftBehind += 1;
    this.#leftBehindAt = now;
    this.giveUp();
    return true;
  }

  giveUp(): void {
    this.#version = undefined;
  }

  /**
   * A watch from the version failed, after it was `asked` for. Answers whether the version was given up.
   * @param wasOpen whether the server had begun to answer
   */
  failed(error: unknown, asked: number, wasOpen: boolean): boolean {
    if (this.#version === undefined) return false;
    if (isTooManyRequests(error)) return false;
    const now = performance.now();
    // A connection that held for a while and then broke says nothing of the version.
    const broke = now - asked >= this.#timing.tooShort && !(error instanceof UnexpectedAnswerError);
    this.#failingSince = broke && wasOpen ? now : (this.#failingSince ?? asked);
    if (isAway(error)) this.#awaySince = -Infinity;
    else if (!wasOpen && !isAnswer(error)) this.#awaySince ??= asked;
    // Silence alone is not a failure: the server is asked first.
    const isStuck = now - this.#failingSince >= this.#timing.resumeFor && !this.#isSilent;
    if (isStuck || hasForgotten(error) || error instanceof ErrorEvent || error instanceof WentBackError) this.giveUp();
    return this.#version === undefined;
  }
}

/**
 * Whether the server has no such version any more (410), or never had it: its data were restored from an older copy
 * (400, or 504 with a cause), or the resource was removed (404).
 */
function hasForgotten(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return [400, 404, 410].includes(error.code) || hasStatusCause(error, 'ResourceVersionTooLarge');
}

/** Whether the server, or a stranger, has answered. A proxy that says without a Status that nobody is behind it has not. */
function isAnswer(error: unknown): boolean {
  if (error instanceof UnexpectedAnswerError) return true;
  return error instanceof ApiError && (error.code < 500 || error.reason !== '');
}

const away: ReadonlySet<string | undefined> = new Set(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT'.split(' '),
);

/** Whether nobody was there to be asked. */
function isAway(error: unknown): boolean {
  return [...causesOf(error)].some((each) => away.has((each as { code?: string }).code));
}
