import { describe, expect, it } from 'vitest';
import { foreignText } from './without-secrets.js';

// Too short to be recognized without its name.
const secret = 'Hunter7x';

describe('a secret beside its name', () => {
  it.each([
    `{'access_token': '${secret}'}`,
    `{"token"  :  "${secret}"}`,
    `{"SecretAccessKey": "${secret}"}`,
    `{"refreshToken":"a \\"${secret}\\" b"}`,
    `"{\\"id_token\\": \\"${secret}\\"}"`,
    `{:client_secret=>"${secret}"}`,
    `"keys": ["a", "${secret}"]`,
    `"credentials": {"a": "${secret}"}`,
    `access_token: ${secret}`,
    `password: ${secret}`,
    `passphrase = ${secret}`,
    `db_pwd=${secret}`,
    `refresh token: ${secret}`,
    `API key: ${secret}`,
    `AWS_SECRET_ACCESS_KEY=${secret}`,
    `export ACCESS_KEY_2='${secret}'`,
    `AccountKey=${secret};EndpointSuffix=x`,
    `secret_id: ${secret}`,
    `session-id: ${secret}`,
    `sid=${secret}`,
    `JSESSIONID=${secret}`,
    `Set-Cookie: sid=a; other=${secret}; Path=/`,
    `{'Cookie': 'a=b; c=${secret}'}`,
    `Authorization: Digest username="a", response="${secret}"`,
    `_auth=${secret}`,
    `https://x/callback?code=${secret}`,
    `grant_type%3Drefresh_token%26refresh_token%3D${secret}`,
    `usage: --client-secret ${secret}`,
    `usage: --password '${secret}' --user jane`,
    `["login", "--token", "${secret}"]`,
    `[login -access-key ${secret}]`,
    `the token "${secret}" is not valid`,
  ])('%s', (text) => {
    const shown = foreignText(text, [], 1000);
    expect(shown).toContain('***');
    expect(shown).not.toContain('unter7');
  });
});

describe('a secret without a name', () => {
  it.each([
    'q0f1e2d3c4b5a69788796a5b4/z0123456789abcdef',
    'q0f1e2d3c4b5a69788796a5b4/zd89add4dbd72eda7',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'SuperS3cretValue12345',
    'c3VwZXIgc2VjcmV0IHZhbHVlIHRoYXQ+aXM==',
    '6c9f2e4b-0b1a-4c5d-8e7f-001122334455',
    'xoxb-123456789012-abcDEF123',
  ])('%s', (token) => {
    expect(foreignText(`got ${token}, and "${token}"`, [], 1000)).toBe('got ***, and "***"');
  });
});

describe('what helps to find the problem stays', () => {
  it.each([
    'Unable to locate credentials. You can configure credentials by running "aws configure".',
    'error: get-token: authentication error: oauth2: "invalid_grant" "Token is not active"',
    'failed to refresh token: cannot fetch token: 400 Bad Request',
    'open /var/run/secrets/kubernetes.io/serviceaccount/namespace: no such file or directory',
    'Post "https://login/token": EOF, and https://login/token: {"error": "invalid_grant"}',
    'dial tcp 10.0.0.1:443: connect: connection refused',
    'Get https://login.microsoftonline.com/organizations/oauth2/v2: x509: certificate signed by unknown authority',
    'exec: the program client-go-credential-plugin is not in the PATH, see kubernetes.io/docs/client.authentication.k8s.io/v1beta1',
    'the cluster gke-eu-west1-pool2-ipv4addr is gone, and so is cert-manager-v1beta1-pool4',
    'AADSTS700082: the refresh token has expired due to inactivity',
  ])('%s', (text) => {
    expect(foreignText(text, [], 1000)).toBe(text);
  });

  it('where a known secret is a word that names others', () => {
    expect(foreignText(`token=${secret}`, ['token'], 1000)).toBe('***=***');
  });
});
