import { backgroundClock } from '../timing/clock.js';
import { startDeadline, type Deadline } from '../timing/deadline.js';
import { pemText, type ClusterConfig, type PemSource } from './cluster-config.js';
import { closedMessage, createConnectionPool, type ConnectionPool } from './connections.js';
import { startIdleTimer, type IdleTimer } from './idle-timer.js';
import { linesOf } from './lines.js';
import { requestOpener, type Answer } from './open-request.js';
import { tokenBucket } from './rate-limiter.js';
import { isEncoded, isPage, textOf } from './response.js';
import { probeOf } from './probe.js';
import { sendAgain } from './send-again.js';
import { detectSilence, usualSilence, type LastSign, type SilenceDetector, type SilenceParts } from './silence.js';
import { transportErrors, type TransportErrors } from './transport-errors.js';
import { requirePossible, type TransportOptions } from './transport-options.js';
import type { RequestObserver, StreamOptions, Transport, TransportRequest } from './transport.js';

/**
 * Creates the transport to one API server, with the credentials of a configuration; opens no connection before the
 * first request. See https://pkg.go.dev/k8s.io/client-go/rest#HTTPClientFor
 * @throws RangeError if an option would block every request
 */
export function createTransport(config: ClusterConfig, options: TransportOptions = {}): Transport {
  const transport = transportOf(config, options);
  return config.wrapTransport?.(transport) ?? transport;
}

function transportOf(
  config: ClusterConfig,
  { requestTimeout = 60_000, parallelRequests = 4, rateLimit, mayWrite = () => true, silence }: TransportOptions,
): Transport {
  requirePossible({ requestTimeout, parallelRequests });
  const authority = authorityOf(config);
  const most = typeof parallelRequests === 'number' ? () => parallelRequests : parallelRequests;
  const pool = createConnectionPool(config, authority, most);
  const limiter = rateLimit && tokenBucket(rateLimit);
  const observers = new Set<RequestObserver>();
  const open = requestOpener({ config, authority, pool, limiter, mayWrite, observers });
  const errors = transportErrors(config, authority);
  const parts = { open, errors, authority, credentials: config.credentials };

  const detector = detectorOf(config, pool, probeOf(open, config.credentials), silence);

  // Requests in flight, which `close` ends.
  const running = new Set<Deadline>();
  const begin = (milliseconds: number, signal?: AbortSignal): Deadline => {
    const deadline = startDeadline(milliseconds, signal);
    running.add(deadline);
    detector.begins();
    return deadline;
  };
  const finish = (deadline: Deadline): void => {
    running.delete(deadline);
    deadline.clear();
  };

  return {
    send: async (request) => {
      const deadline = begin(requestTimeout, request.signal);
      try {
        return await sendAgain(parts, request, deadline);
      } catch (error) {
        throw errors.explain(error, request, deadline);
      } finally {
        finish(deadline);
      }
    },
    lines: async function* (request, { timeout, idleTimeout = timeout, onOpen }) {
      const deadline = begin(timeout, request.signal);
      const idle = startIdleTimer(idleTimeout, () => deadline.end(new Error(`nothing arrived in ${idleTimeout} ms`)));
      try {
        const answer = await open(request, 'streams', deadline);
        yield* streamOf(answer, request, { errors, idle, onOpen });
      } catch (error) {
        throw errors.explain(error, request, deadline);
      } finally {
        idle.stop();
        finish(deadline);
      }
    },
    observe: (observer) => {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    close: () => {
      detector.stop();
      for (const deadline of running) deadline.end(new Error(closedMessage));
      pool.close();
    },
  };
}

interface StreamParts {
  readonly errors: TransportErrors;
  readonly idle: IdleTimer;
  readonly onOpen: StreamOptions['onOpen'];
}

/** Yields the lines of an answer as they arrive. */
async function* streamOf(
  answer: Answer,
  request: TransportRequest,
  { errors, idle, onOpen }: StreamParts,
): AsyncGenerator<string> {
  const { response } = answer;
  try {
    // Does not read the body, which may be endless.
    if (isEncoded(response)) errors.refuseForeign(answer, '');
    errors.refusePartial(answer, request);
    if (response.code >= 300 || isPage(response)) {
      const text = await textOf(response);
      errors.refuseForeign(answer, text);
      throw errors.refused(answer, text, request);
    }
    onOpen?.();
    yield* linesOf(response, idle);
  } finally {
    response.destroy();
  }
}

/**
 * When something last arrived from the server of a configuration, on connections of any transport: a quiet watch needs
 * no probe while another transport renews the lease.
 */
const lastSigns = new WeakMap<ClusterConfig, LastSign>();

function detectorOf(
  config: ClusterConfig,
  pool: ConnectionPool,
  probe: SilenceParts['probe'],
  timing = usualSilence,
): SilenceDetector {
  const lastSign = lastSigns.get(config) ?? { at: -Infinity };
  lastSigns.set(config, lastSign);
  return detectSilence({ connections: () => pool.sockets(), lastSign, probe, clock: backgroundClock, timing });
}

function authorityOf({ certificateAuthority: given }: ClusterConfig): PemSource | undefined {
  return typeof given === 'string' ? pemText(given, 'the certificate authority of the configuration') : given;
}
