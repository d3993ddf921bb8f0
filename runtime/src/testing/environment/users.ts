import { randomBytes } from 'node:crypto';

/** User of the API server. */
export interface TestUser {
  readonly name: string;
  /**
   * Groups; `system:masters` has all permissions. Without groups, a user has the permissions that RBAC grants to the
   * name.
   */
  readonly groups?: readonly string[];
}

/** Administrator with all permissions, who is the user of a test environment's kubeconfig. */
export const admin: TestUser = { name: 'admin', groups: ['system:masters'] };

/** Tokens by user name. */
export type Tokens = ReadonlyMap<string, string>;

export function makeTokens(users: readonly TestUser[]): Tokens {
  return new Map(users.map(({ name }) => [name, randomBytes(24).toString('hex')]));
}

/**
 * Returns the content of the file for `--token-auth-file`.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#static-token-file
 */
export function tokenFile(users: readonly TestUser[], tokens: Tokens): string {
  const line = ({ name, groups = [] }: TestUser) => `${tokens.get(name)},${name},${name},"${groups.join(',')}"\n`;
  return users.map(line).join('');
}
