import { randomBytes } from 'node:crypto';

/** Somebody who may talk to the API server. */
export interface TestUser {
  readonly name: string;
  /** `system:masters` may do everything; without groups a user may do what RBAC grants the name. */
  readonly groups?: readonly string[];
}

/** The one who may do everything: the kubeconfig of a test environment is theirs. */
export const admin: TestUser = { name: 'admin', groups: ['system:masters'] };

/** A token for each user, by name. */
export type Tokens = ReadonlyMap<string, string>;

export function makeTokens(users: readonly TestUser[]): Tokens {
  return new Map(users.map(({ name }) => [name, randomBytes(24).toString('hex')]));
}

/**
 * The content of the file for `--token-auth-file`.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#static-token-file
 */
export function tokenFile(users: readonly TestUser[], tokens: Tokens): string {
  const line = ({ name, groups = [] }: TestUser) => `${tokens.get(name)},${name},${name},"${groups.join(',')}"\n`;
  return users.map(line).join('');
}
