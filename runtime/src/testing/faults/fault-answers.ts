import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { defined } from '../../json/defined.js';
import type { BodyFault, Fault, ProxiedRequest } from './faults.js';

const expired = {
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  code: 410,
  reason: 'Expired',
  message: 'too old resource version',
};

/** Event that tells a watch that its version is too old. */
export const expiredEvent = `${JSON.stringify({ type: 'ERROR', object: expired })}\n`;

/** Describes a request for the choice of a fault. */
export function describeRequest(request: IncomingMessage): ProxiedRequest {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://proxy');
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    isWatch: ['true', '1'].includes(searchParams.get('watch') ?? ''),
    auditID: randomUUID(),
  };
}

export function sendUnauthorized(response: ServerResponse): void {
  sendStatus(response, { type: 'status', code: 401 }, 'the token has been replaced');
}

/** Sends an error as the API server does. */
export function sendStatus(
  response: ServerResponse,
  { code, retryAfter }: Extract<Fault, { type: 'status' }>,
  message = 'a fault was injected',
): void {
  const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, message };
  const headers = defined({ 'retry-after': retryAfter?.toString() });
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(status));
}

/** Sends an answer that does not come from an API server. */
export function sendAnswer(
  response: ServerResponse,
  { code, body = '', contentType = 'application/json' }: Extract<Fault, { type: 'answer' }>,
): void {
  response.writeHead(code, code === 204 ? {} : { 'content-type': contentType }).end(code === 204 ? undefined : body);
}

export function sendRedirect(response: ServerResponse, { location }: Extract<Fault, { type: 'redirect' }>): void {
  response.writeHead(307, { location }).end();
}

/** Reports that the version is too old, in the form that suits the request. */
export function sendExpired(response: ServerResponse, { isWatch }: ProxiedRequest): void {
  response
    .writeHead(isWatch ? 200 : 410, { 'content-type': 'application/json' })
    .end(isWatch ? expiredEvent : JSON.stringify(expired));
}

/** Returns the headers of a forwarded answer with a fault. */
export function answerHeaders(answer: IncomingMessage, fault: Fault | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...answer.headers };
  // With a length, the client would notice that an answer was cut off.
  if (fault?.type === 'truncated' || fault?.type === 'gzip') delete headers['content-length'];
  if (fault?.type === 'gzip') headers['content-encoding'] = 'gzip';
  if (fault?.type === 'content-type') headers['content-type'] = fault.contentType;
  if (fault?.type === 'close') headers['connection'] = 'close';
  return headers;
}

export function isBodyFault(fault: Fault | undefined): fault is BodyFault {
  if (fault === undefined) return false;
  return ['truncated', 'silent', 'split'].includes(fault.type) || (fault.type === 'reset' && fault.when === 'body');
}
