import { readFile } from 'node:fs/promises';

/**
 * One answer of the API server; the parts of an audit event that tests ask for.
 * See https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/
 */
export interface AuditEvent {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly reason?: string; readonly message?: string };
  readonly stage: string;
  readonly stageTimestamp: string;
}

/** What the API server records: who asked for what, and the answer; no bodies, and nothing before the answer. */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
};

/** The events of an audit log, the oldest first. A last line that is still being written is left out. */
export async function readAuditLog(path: string): Promise<AuditEvent[]> {
  const text = await readFile(path, 'utf8');
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditEvent);
}
