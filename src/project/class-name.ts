/** Names that the code of controllers, webhooks and conversions and their tests uses besides the class of the kind. */
export const codeNames: ReadonlySet<string> = new Set(
  [
    'AbortController Array Client Context DeepReadonly Defaulter Dependencies Hub JoinedTestEnvironment KubernetesObject',
    'Manager MapFunction Object PartialObjectMetadata Promise Rbac Reconciler Record Request Result Validator Warnings',
    'Webhook WebhookConfiguration',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Names that a class with decorators cannot have: the code to which esbuild compiles decorators uses them before the class
 * is declared.
 */
const neededByDecorators: ReadonlySet<string> = new Set(['Object', 'Symbol']);

/** Reports whether types of this project can be a class with the name of the kind. */
export function canBeClass(kind: string): boolean {
  return !neededByDecorators.has(kind);
}

/** Returns the name that the code of a kind has for its class: that of the kind, or another one if the code uses that. */
export function classNameOf(kind: string): string {
  return codeNames.has(kind) ? `${kind}Resource` : kind;
}

/** Returns the import of the class of a kind, under the name that the code has for it. */
export function classImportOf(kind: string): string {
  const name = classNameOf(kind);
  return name === kind ? kind : `${kind} as ${name}`;
}

/** Returns the name that a file with the types of a kind has for what it imports from the runtime. */
export function nameBeside(kind: string, imported: string): string {
  return imported === kind ? `Runtime${imported}` : imported;
}

/** Returns the import of a name of the runtime into a file with the types of a kind. */
export function importBeside(kind: string, imported: string): string {
  const name = nameBeside(kind, imported);
  return name === imported ? imported : `${imported} as ${name}`;
}
