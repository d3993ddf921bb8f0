import { toYaml } from '../../base/text/yaml.js';

/** A binding in a namespace other than the operator's, and one of its subjects that a file in `config/` declares. */
export interface SubjectElsewhere {
  readonly binding: string;
  readonly namespace: string;
  /** The service account, with the names in its file. */
  readonly account: { readonly name: string; readonly namespace: string };
}

const kinds = ['Role', 'RoleBinding'] as const;

/**
 * Returns the transformers that put roles and bindings back into their namespaces after a kustomization has moved
 * everything into one. Kustomize updates references to service accounts only within a namespace, so the subjects are
 * updated first.
 */
export function emitRoleNamespaces(namespaces: readonly string[], subjects: readonly SubjectElsewhere[]): string {
  const moved = namespaces.flatMap((namespace) => kinds.map((kind) => putBack(kind, namespace)));
  return toYaml(...(subjects.length === 0 ? [] : [followed(subjects)]), ...moved);
}

/** Selects objects by the namespace in their file. */
function putBack(kind: (typeof kinds)[number], namespace: string): object {
  return {
    apiVersion: 'builtin',
    kind: 'PatchTransformer',
    metadata: { name: `${kind.toLowerCase()}s-in-${namespace}` },
    patch: JSON.stringify([{ op: 'replace', path: '/metadata/namespace', value: namespace }]),
    target: { kind, namespace },
  };
}

function followed(subjects: readonly SubjectElsewhere[]): object {
  const replacements = subjects.map(({ binding, namespace, account }) => ({
    source: {
      kind: 'ServiceAccount',
      name: account.name,
      namespace: account.namespace,
      fieldPath: 'metadata.namespace',
    },
    targets: [
      {
        select: { kind: 'RoleBinding', name: binding, namespace },
        fieldPaths: [`subjects.[name=${account.name}].namespace`],
        options: { create: true },
      },
    ],
  }));
  return {
    apiVersion: 'builtin',
    kind: 'ReplacementTransformer',
    metadata: { name: 'service-accounts-of-bindings' },
    replacements,
  };
}
