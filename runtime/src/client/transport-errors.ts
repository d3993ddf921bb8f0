import type { IncomingMessage } from 'node:http';
import type { Deadline } from '../timing/deadline.js';
import { ApiError } from './api-error.js';
import type { ClusterConfig, PemSource } from './cluster-config.js';
import { describeFailure, describeRejection, isAnonymous } from './failure.js';
import { NotLeaderError } from './not-leader-error.js';
import type { Answer } from './open-request.js';
import { foreignAnswer, statusOf } from './response.js';
import type { TransportRequest } from './transport.js';
import { UnexpectedAnswerError } from './unexpected-answer.js';

/** The errors of requests to one server. */
export interface TransportErrors {
  /** The server's refusal; where it does not know who asks, with what is wrong with the credential. */
  refused(answer: Answer, text: string, label: string): ApiError;
  /** @throws Error when the answer is not one of an API server */
  refuseForeign(response: IncomingMessage, text: string): void;
  /** The error as the caller gets it: the server's own, the reason of the caller's signal, or what went wrong on the way. */
  explain(error: unknown, request: TransportRequest, deadline: Deadline): unknown;
}

export function transportErrors(
  { server, credentials }: ClusterConfig,
  authority: PemSource | undefined,
): TransportErrors {
  return {
    refused: ({ response, credential }, text, label) => {
      const status = statusOf(response, text);
      const isUnknown = response.statusCode === 401 || isAnonymous(status);
      return new ApiError(status, label, isUnknown ? describeRejection(credential, credentials) : undefined);
    },
    refuseForeign: (response, text) => {
      const foreign = foreignAnswer(response, text);
      if (foreign !== undefined) throw new UnexpectedAnswerError(`${server} is no Kubernetes API server: ${foreign}`);
    },
    explain: (error, { label, method, signal }, deadline) => {
      if (error instanceof ApiError || error instanceof NotLeaderError) return error;
      if (signal?.aborted) return signal.reason;
      const { ended } = deadline;
      const what = (): string =>
        ended ? (ended.reason as Error).message : describeFailure(error, method, server, authority);
      const why = deadline.isOver() ? 'no answer in time' : what();
      const Kind = error instanceof UnexpectedAnswerError ? UnexpectedAnswerError : Error;
      return new Kind(`${label}: ${why}`, { cause: error });
    },
  };
}
