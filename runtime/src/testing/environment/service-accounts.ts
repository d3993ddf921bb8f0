import { askForJson, type Ask } from './http.js';

// Longer than any test runs; the API server's default is an hour.
const expirationSeconds = 24 * 60 * 60;

/**
 * Creates a bearer token for an existing service account.
 * See https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-request-v1/
 *
 * @throws Error with the API server's message if the service account does not exist
 */
export async function createServiceAccountToken(ask: Ask, namespace: string, name: string): Promise<string> {
  const { status } = await askForJson<{ status: { token: string } }>(ask, {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds } },
  });
  return status.token;
}
