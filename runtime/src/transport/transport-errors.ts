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

/** Creates the errors of requests to one server. */
export interface TransportErrors {
  /**
   * Creates the error of a rejected request; if the client is not authenticated, it describes the problem of the
   * credential.
   */
  refused(answer: Answer, text: string, request: TransportRequest): ApiError;
  /** @throws Error if the answer does not come from an API server */
  refuseForeign(answer: Answer, text: string): void;
  /**
   * @throws UnexpectedAnswerError if a read is answered with a success other than 200, which may be partial or not
   * final
   */
  refusePartial(answer: Answer, request: TransportRequest): void;
  /**
   * Returns the error for the caller: the server's error, the reason of the caller's signal, or a description of the
   * transport failure.
   */
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
      const isUnknown = response.code === 401 || isAnonymous(status);
      return new ApiError(status, request.label, isUnknown ? describeRejection(credential, credentials) : undefined);
    },
    refuseForeign: ({ response, credential }, text) => {
      const foreign = foreignAnswer(response, text, credentialSecrets(credential));
      if (foreign !== undefined)
        throw new UnexpectedAnswerError(`${shownUrl(server)} is not Kubernetes API server: ${foreign}`);
    },
    refusePartial: ({ response: { code } }, { method }) => {
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
