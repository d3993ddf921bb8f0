import { readFileSync } from 'node:fs';

/** The fields of audit events that the tests read. */
interface AuditEvent {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly responseStatus?: { readonly code?: number; readonly message?: string };
  readonly stageTimestamp: string;
}

/** Returns the rejections in the metrics of the operator, which count requests by their status code. */
export function refusedInMetrics(metrics: string): readonly string[] {
  return metrics.split('\n').filter((line) => /^rest_client_requests_total\{.*\bcode="403".*\} [1-9]/.test(line));
}

/** Returns the rejections in the logs of the operator, in the words of the API server. */
export function refusedInLogs(logs: string): readonly string[] {
  return logs.split('\n').filter((line) => line.includes('forbidden: User \\"system:serviceaccount:'));
}

/** Returns the rejections in an audit log of the API server, a file with one event per line. */
export function refusedInAuditLog(path: string, account: string, since: Date): readonly string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  // The last line can be incomplete.
  return lines.slice(0, -1).flatMap((line) => {
    if (!line.includes(account)) return [];
    const { verb, requestURI, user, responseStatus, stageTimestamp } = JSON.parse(line) as AuditEvent;
    if (user.username !== account || responseStatus?.code !== 403 || new Date(stageTimestamp) < since) return [];
    return [`${verb} ${requestURI}: ${responseStatus.message ?? ''}`];
  });
}
