import type { Deadline } from '../timing/deadline.js';
import { ApiError } from './api-error.js';
import type { ClusterConfig, PemSource } from './cluster-config.js';
import { describeFailure, describeRejection, isAnonymous } from './failure.js';
import { NotLeaderError } from './not-leader-error.js';
import type { Answer } from './open-request.js';
import { shownUrl } from './proxy.js';
import { bodySecrets, credentialSecrets } from './request-secrets.js';
import { foreignAnswer, statusOf } from './response.js';
import type { TransportRequest } from './transport.js';
import { UnexpectedAnswerError } from './unexpected-answer.js';

/** The errors of requests to one server. */
export interface TransportErrors {
  /** The server's refusal; where it does not know who asks, with what is wrong with the credential. */
  refused(answer: Answer, text: string, request: TransportRequest): ApiError;
  /** @throws Error when the answer is not one of an API server */
  refuseForeign(answer: Answer, text: string): void;
  /** @throws UnexpectedAnswerError when a read is answered with a success other than 200: it may be a part, or no answer yet */
  refusePartial(answer: Answer, request: TransportRequest): void;
  /** The error as the caller gets it: the server's own, the reason of the caller's signal, or what went wrong on the way. */
  explain(error: unknown, request: TransportRequest, deadline: Deadline): unknown;
}

export function transportErrors(
  { server, credentials }: ClusterConfig,
  authority: PemSource | undefined,
): TransportErrors {
  return {
    refused: ({ response, credential }, text, request) => {
      const secrets = [...credentialSecrets(credential), ...bodySecrets(request)];
      const status = statusOf(response, text, secrets);
      const isUnknown = response.statusCode === 401 || isAnonymous(status);
      return new ApiError(status, request.label, isUnknown ? describeRejection(credential, credentials) : undefined);
    },
    refuseForeign: ({ response, credential }, text) => {
      const foreign = foreignAnswer(response, text, credentialSecrets(credential));
      if (foreign !== undefined)
        throw new UnexpectedAnswerError(`${shownUrl(server)} is not Kubernetes API server: ${foreign}`);
    },
    refusePartial: ({ code }, { method }) => {
      if (method === 'GET' && code !== 200 && code < 300)
        throw new UnexpectedAnswerError(`${shownUrl(server)} answered with HTTP ${code} instead of 200`);
    },
    explain: (error, { label, method, signal }, deadline) => {
      if (error instanceof ApiError || error instanceof NotLeaderError) return error;
      if (signal?.aborted) return signal.reason;
      const { ended } = deadline;
      const what = (): string =>
        ended ? (ended.reason as Error).message : describeFailure(error, method, shownUrl(server), authority);
      const why = deadline.isOver() ? 'no answer in time' : what();
      const Kind = error instanceof UnexpectedAnswerError ? UnexpectedAnswerError : Error;
      return new Kind(`${label}: ${why}`, { cause: error });
    },
  };
}
