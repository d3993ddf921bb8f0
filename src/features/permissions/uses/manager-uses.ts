import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { GroupResource, UsedPermission } from '../../../base/model/permission.js';
import { runtimeName, visitAll } from '../code/calls.js';
import { propertyIn } from '../code/constants.js';

interface Need extends GroupResource {
  readonly verbs: readonly string[];
  /** Whether the requests are for objects in the namespace of the operator. */
  readonly isOwn?: true;
}

interface Part {
  /** The option of the manager that enables it. */
  readonly path: readonly string[];
  /** The standard flag that enables it. */
  readonly flag: string;
  readonly permissions: readonly Need[];
}

/** The parts of the manager that send their own requests. */
const parts: Readonly<Record<string, Part>> = {
  'leader election': {
    flag: '--leader-elect',
    path: ['leaderElection'],
    permissions: [
      { group: 'coordination.k8s.io', resource: 'leases', verbs: ['get', 'create', 'update'], isOwn: true },
      { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'], isOwn: true },
    ],
  },
  // https://kubernetes.io/docs/reference/access-authn-authz/authentication/#webhook-token-authentication
  'authorization of metrics': {
    flag: '--metrics-bind-address',
    path: ['metrics', 'secure'],
    permissions: [
      { group: 'authentication.k8s.io', resource: 'tokenreviews', verbs: ['create'] },
      { group: 'authorization.k8s.io', resource: 'subjectaccessreviews', verbs: ['create'] },
    ],
  },
  'webhook certificate': {
    flag: '--webhook-self-signed',
    path: ['webhook', 'selfSigned'],
    permissions: [{ group: '', resource: 'secrets', verbs: ['get', 'list', 'watch', 'update'], isOwn: true }],
  },
};

/** Returns the permissions that the manager itself uses, at the calls that create it. */
export function managerUses(program: SourceProgram): readonly UsedPermission[] {
  const found: UsedPermission[] = [];
  for (const file of program.files) {
    if (!/\b(?:runOperator|createManager)\b/.test(file.text)) continue;
    visitAll(file, (node) => {
      if (typescript.isCallExpression(node)) found.push(...usesAt(node, program));
    });
  }
  return found;
}

function usesAt(call: ts.CallExpression, program: SourceProgram): readonly UsedPermission[] {
  const name = runtimeName(call.expression, program, () => []);
  if (name !== 'runOperator' && name !== 'createManager') return [];
  const position = positionOf(call.expression, program.root);
  const hasFlags = name === 'runOperator';
  return Object.entries(parts)
    .filter(([, { path }]) => hasFlags || isOn(call, path, program))
    .flatMap(([part, { permissions, flag }]) =>
      permissions.map((each) => ({
        ...each,
        ...(hasFlags ? { flag } : {}),
        ...{ call: `${name}(): ${part}`, position },
      })),
    );
}

function isOn({ arguments: [options] }: ts.CallExpression, path: readonly string[], program: SourceProgram): boolean {
  const value = propertyIn(options, path, program);
  return value !== undefined && value.kind !== typescript.SyntaxKind.FalseKeyword && value.getText() !== 'undefined';
}
