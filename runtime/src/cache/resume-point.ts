import { ApiError } from '../transport/api-error.js';
import { hasStatusCause, isTooManyRequests } from '../client/error-reasons.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { causesOf } from '../errors/causes.js';
import { compareVersions } from './versions.js';
import { ErrorEvent, WentBackError } from './watch-event.js';

export interface ResumeTiming {
  /** A watch that fails sooner has shown nothing. */
  readonly tooShort: number;
  /** Duration for which to retry a version from which no watch can be opened. */
  readonly resumeFor: number;
  /** Duration without an answer after which a server may have been restored and have counted past the version. */
  readonly shortestOutage: number;
  /** Duration without any sign of the server after which a version is doubted. */
  readonly silence: number;
}

/**
 * Version from which a watch resumes, and how long it is trusted. A version saves a list: it is kept while the
 * connection is at fault, and given up if the server, or a proxy in front of it, does not resume from it.
 */
export class ResumePoint {
  readonly #label: string;
  readonly #timing: ResumeTiming;
  #version: string | undefined;
  #failingSince: number | undefined;
  /** Time of the last sign that the server continues from the version. */
  #signAt = 0;
  /** Start of the current outage, in which the server may be restored from a backup. */
  #awaySince: number | undefined;
  /** Number of consecutive lists because the server had silently moved on, and the time of the last one. */
  #leftBehind = 0;
  #leftBehindAt = -Infinity;

  /** @param label name of the watch in error messages */
  constructor(label: string, timing: ResumeTiming) {
    this.#label = label;
    this.#timing = timing;
  }

  /** Undefined if everything has to be listed. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Records that everything was listed. */
  listed(version: string): void {
    this.#version = version;
    this.#failingSince = undefined;
    this.#awaySince = undefined;
    this.#signAt = performance.now();
  }

  /**
   * Records that an event was delivered.
   * @param isHarmless whether the order does not matter: of a deletion, and of a state that was shown before
   * @throws WentBackError if the watch was already past that version
   */
  shown(version: string, isHarmless: boolean): void {
    this.#failingSince = undefined;
    this.#leftBehind = 0;
    this.#signAt = performance.now();
    const isBefore = this.#version !== undefined && (compareVersions(version, this.#version) ?? 0) < 0;
    if (!isBefore) this.#version = version;
    else if (!isHarmless)
      throw new WentBackError(`${this.#label}: it went back from version ${this.#version} to ${version}`);
  }

  /**
   * Whether the server may not know the version: there was an outage, or the server has not sent anything for a long
   * time, not even a bookmark.
   */
  get isDoubtful(): boolean {
    return this.#version !== undefined && (this.#awaySince !== undefined || this.#isSilent);
  }

  get #isSilent(): boolean {
    return performance.now() - this.#signAt >= this.#timing.silence;
  }

  /**
   * Compares with the current version of the server. A version that the server has not reached is given up. So is one
   * that it has passed, after an outage, because it may count from the start, and after a silence, because something
   * may hold changes back. For servers without bookmarks, the latter becomes rarer while nothing is shown.
   * @returns whether the server has silently moved on, and everything has to be listed
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
   * Records that a watch from the version, started at `asked`, has failed. Reports whether the version was given up.
   * @param wasOpen whether the server had started to answer
   */
  failed(error: unknown, asked: number, wasOpen: boolean): boolean {
    if (this.#version === undefined) return false;
    // The server or etcd was away, for however long, and can have been restored.
    if (isStarting(error)) this.#awaySince = -Infinity;
    if (isTooManyRequests(error)) return false;
    const now = performance.now();
    // A connection that lasted for a while and then broke says nothing about the version.
    const broke = now - asked >= this.#timing.tooShort && !(error instanceof UnexpectedAnswerError);
    this.#failingSince = broke && wasOpen ? now : (this.#failingSince ?? asked);
    if (isAway(error)) this.#awaySince = -Infinity;
    else if (!wasOpen && !isAnswer(error)) this.#awaySince ??= asked;
    // The server may be back before the next request, which then waits for it.
    else if (wasOpen && isClosed(error)) this.#awaySince ??= now;
    // Silence alone is not a failure: the server is asked first.
    const isStuck = now - this.#failingSince >= this.#timing.resumeFor && !this.#isSilent;
    if (isStuck || hasForgotten(error) || error instanceof ErrorEvent || error instanceof WentBackError) this.giveUp();
    return this.#version === undefined;
  }
}

/**
 * Reports whether the server no longer has the version (410), or never had it: its data was restored from an older
 * backup (400, or 504 with a cause), or the resource was removed (404).
 */
function hasForgotten(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return [400, 404, 410].includes(error.code) || hasStatusCause(error, 'ResourceVersionTooLarge');
}

/**
 * Reports whether an API server says that it has just started, or that its watch cache is being filled, as after an outage
 * of etcd. See `util/notfoundhandler` and `storage/cacher` in k8s.io/apiserver 0.36.
 */
function isStarting(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return /before all known HTTP paths have been installed|storage is \(re\)initializing/.test(error.message);
}

/**
 * Reports whether the server or another program has answered. A proxy that reports an unreachable backend without a
 * Status does not count.
 */
function isAnswer(error: unknown): boolean {
  if (error instanceof UnexpectedAnswerError) return true;
  return error instanceof ApiError && (error.code < 500 || error.reason !== '');
}

/** Reports whether the connection was closed, as by a server that ends. */
function isClosed(error: unknown): boolean {
  return [...causesOf(error)].some((each) => closed.has((each as { code?: string }).code));
}

const closed: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']);

const away: ReadonlySet<string | undefined> = new Set(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT'.split(' '),
);

/** Reports whether the server could not be reached. */
function isAway(error: unknown): boolean {
  return [...causesOf(error)].some((each) => away.has((each as { code?: string }).code));
}
