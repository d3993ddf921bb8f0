import { ConfigError } from '../errors/config-error.js';
import { defined } from '../json/defined.js';
import {
  fixedCredential,
  type Credential,
  type CredentialSource,
  type PemSource,
} from '../transport/cluster-config.js';
import { isUsable } from './credential-expiry.js';
import { foreignText } from '../errors/without-secrets.js';
import { parseJson } from '../json/parse-json.js';
import { createTransport } from '../transport/create-transport.js';
import { shownUrl } from '../transport/proxy.js';
import { tokenExpiry } from '../transport/token-expiry.js';

/**
 * `config` of the auth-provider `oidc` of a kubeconfig user:
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#using-kubectl
 */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly idToken?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** Authority that must have signed the issuer's certificate; defaults to the system's authorities. */
  readonly certificateAuthority?: PemSource | undefined;
}

export interface OidcOptions {
  /** Name of the user in error messages. */
  readonly origin: string;
  /** Saves new tokens for other users of the kubeconfig: some issuers accept a refresh token only once. */
  readonly save: (tokens: OidcTokens) => Promise<void>;
}

export interface OidcTokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

// Limit for an answer of the issuer.
const mostBytes = 1024 * 1024;

/**
 * Creates a source that returns the user's id-token and renews it with the refresh-token when it expires, once for all
 * waiting requests. `get` throws a ConfigError if the token has expired and cannot be renewed.
 */
export function oidcCredential(config: OidcConfig, { origin, save }: OidcOptions): CredentialSource {
  let { idToken, refreshToken } = config;
  let obtainedAt = -Infinity;
  let renewing: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    if (refreshToken === undefined) {
      throw new ConfigError(`${origin} has no id-token that is still good, and no refresh-token: log in again`);
    }
    try {
      const answer = await askForToken(config, refreshToken);
      idToken = answer.idToken;
      refreshToken = answer.refreshToken;
      obtainedAt = performance.now();
    } catch (cause) {
      // Without the cause: an issuer may repeat parts of the request, or include a new token.
      const reason = foreignText((cause as Error).message, [refreshToken, idToken, config.clientSecret], 1000);
      throw new ConfigError(`the id-token of ${origin} could not be renewed: ${reason}; log in again`);
    }
    await save({ idToken, refreshToken });
    return idToken;
  };

  return {
    origin,
    get: async () => {
      if (idToken !== undefined && isUsable(tokenExpiry(idToken) ?? 0, obtainedAt)) return { token: idToken };
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return { token: await renewing };
    },
    rejected: ({ token }) => {
      if (token === idToken && refreshToken !== undefined) idToken = undefined;
    },
  };
}

/** Requests a new token. See https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens */
async function askForToken(config: OidcConfig, refreshToken: string): Promise<OidcTokens> {
  const { issuer, clientId, clientSecret } = config;
  const { token_endpoint: endpoint, token_endpoint_auth_methods_supported: methods } = await ask(
    config,
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint))
    throw new Error(`${shownUrl(issuer)} names no token_endpoint`);
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  // The secret is sent in the header unless the issuer requires the form; a client without a secret sends only its id.
  const inForm = clientSecret === undefined || (Array.isArray(methods) && !methods.includes('client_secret_basic'));
  if (inForm) form.set('client_id', clientId);
  if (inForm && clientSecret !== undefined) form.set('client_secret', clientSecret);
  const login = inForm ? {} : { username: encodeURIComponent(clientId), password: encodeURIComponent(clientSecret) };
  const { id_token: idToken, refresh_token: next } = await ask(config, endpoint, { form, login });
  if (typeof idToken !== 'string') {
    throw new Error(`the answer of ${shownUrl(endpoint)} has no id_token; the log-in must request the scope "openid"`);
  }
  if (tokenExpiry(idToken) === undefined)
    throw new Error(`the id_token of ${shownUrl(endpoint)} does not say when it expires`);
  return { idToken, refreshToken: typeof next === 'string' && next !== '' ? next : refreshToken };
}

/** Sends a request to the issuer; a POST if there is a form. */
async function ask(
  { certificateAuthority }: OidcConfig,
  address: string,
  post?: { readonly form: URLSearchParams; readonly login: Credential },
): Promise<Readonly<Record<string, unknown>>> {
  const { origin, pathname, searchParams } = new URL(address);
  const credentials = fixedCredential(post?.login ?? {});
  const config = { server: origin, credentials, ...defined({ certificateAuthority }) };
  const transport = createTransport(config, { requestTimeout: 30_000 });
  const body = post && { body: post.form.toString(), contentType: 'application/x-www-form-urlencoded' };
  try {
    const text = await transport.send({
      method: post === undefined ? 'GET' : 'POST',
      path: pathname,
      query: Object.fromEntries(searchParams),
      label: `ask ${origin}${pathname}`,
      mostBytes,
      ...body,
    });
    return parseJson<Readonly<Record<string, unknown>>>(text, `ask ${origin}${pathname}`);
  } finally {
    transport.close();
  }
}
