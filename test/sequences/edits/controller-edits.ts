import { eachFile, inWholeCluster, isController, withImport, words, type UserEdit } from './user-edit.js';

const chain = /await controllerManagedBy\((\w+)\)((?:(?!\.complete\()[^;])*)\.complete\((\w+)\);/;

function inChain(text: string, link: string, marker: string): string {
  if (text.includes(link) || !chain.test(text) || !/^export class/m.test(text)) return text;
  const changed = text.replace(
    chain,
    (_, manager: string, links: string, reconciler: string) =>
      `await controllerManagedBy(${manager})${links}\n    // ${words}\n    ${link}\n    .complete(${reconciler});`,
  );
  return changed.replace(/^export class/m, `${marker}export class`);
}

/** What people do with a controller. */
export const controllerEdits: readonly UserEdit[] = [
  inWholeCluster(
    eachFile('# a user has a controller own objects', isController, (text) => {
      const changed = inChain(text, '.owns(Secret)', "@Rbac(Secret, ['get', 'list', 'watch'])\n");
      return changed === text ? text : withRbac(withImport(changed, 'Secret', '@operator-gen/runtime/k8s/core/v1'));
    }),
  ),
  inWholeCluster(
    eachFile('# a user has a controller watch objects', isController, (text) => {
      const marker = "@Rbac(ConfigMap, ['get', 'list', 'watch'])\n";
      const changed = inChain(text, '.watches(ConfigMap, async () => [])', marker);
      return changed === text ? text : withRbac(withImport(changed, 'ConfigMap', '@operator-gen/runtime/k8s/core/v1'));
    }),
  ),
  eachFile('# a user gives a controller options and predicates', isController, (text) => {
    if (text.includes('predicate.') || !chain.test(text)) return text;
    const changed = text
      .replace(/\.for\((\w+)\)/, '.for($1, { predicates: [predicate.generationChanged] })')
      .replace(/\.complete\(/, '.withOptions({ maxConcurrentReconciles: 4 }).complete(');
    const whole = changed.replace(/^ {2}controllerManagedBy,(\r?)$/m, '  controllerManagedBy,$1\n  predicate,$1');
    return whole === changed ? text : whole;
  }),
  eachFile('# a user keeps the builder of a controller in a variable', isController, (text) =>
    text.replace(
      chain,
      (_, manager: string, links: string, reconciler: string) =>
        `const builder = controllerManagedBy(${manager})${links};\n  // ${words}\n  builder.withOptions({ maxConcurrentReconciles: 2 });\n  await builder.complete(${reconciler});`,
    ),
  ),
  eachFile('# a user extracts the builder of a controller', isController, (text) => {
    if (text.includes('function builderOf')) return text;
    const changed = text.replace(
      chain,
      (_, manager: string, links: string, reconciler: string) =>
        `await builderOf(${manager}).complete(${reconciler});\n}\n\n/** ${words} */\nfunction builderOf(manager: Manager) {\n  return controllerManagedBy(manager)${links};`,
    );
    return changed;
  }),
  eachFile('# a user makes the set-up of a controller a constant', isController, (text) =>
    text.replace(
      /export async function (setup\w+)\((\w+): Manager\): Promise<void> \{\n((?:(?: .*)?\n)*)\}\n/,
      (_, name: string, manager: string, body: string) =>
        `// ${words}\nexport const ${name} = async (${manager}: Manager): Promise<void> => {\n${body}};\n`,
    ),
  ),
  eachFile('# a user renames the variables of a set-up', isController, (text) =>
    text.replace(/export [^\n]* setup[^]*$/, (code) =>
      code.replaceAll(/\bmanager\b/g, 'mgr').replaceAll(/\breconciler\b/g, 'worker'),
    ),
  ),
  eachFile('# a user gives the reconciler dependencies', isController, (text) => {
    if (text.includes('retries')) return text;
    const changed = text.replace(
      / {2}constructor\(client: Client\) \{(\r?\n)/,
      `  // ${words}$1  constructor($1    client: Client,$1    readonly retries = 3,$1  ) {$1`,
    );
    return changed === text ? text : changed.replace(/(new \w+\((\w+)\.client)\);/, '$1, 5);');
  }),
  eachFile('# a user adds an index to a set-up', isController, (text) => {
    const kind = /\.for\((\w+)/.exec(text)?.[1];
    return kind === undefined || text.includes('indexField')
      ? text
      : text.replace(
          / {2}const (?:reconciler|worker) = /,
          (start) =>
            `  // ${words}\n  manager.cache.indexField(${kind}, 'byName', ({ metadata }) => [metadata.name ?? '']);\n${start}`,
        );
  }),
  eachFile('# a user writes the reconciler', isController, (text) =>
    text.includes('#finish')
      ? text
      : text
          .replace(
            /^ {4}\/\/ Compare (\w+)\.spec with .*\n/m,
            (_, object: string) =>
              `    if (${object}.metadata.deletionTimestamp !== undefined) return this.#finish(${object}.metadata.name);\n    // ${words}\n    return { requeueAfter: 60_000 };\n`,
          )
          .replace(
            /\n\}\n(?=\n\/\*\* Registers)/,
            "\n\n  async #finish(name: string): Promise<Result> {\n    return name === '' ? {} : { requeueAfter: 1000 };\n  }\n}\n",
          ),
  ),
];

function withRbac(text: string): string {
  return withImport(text, 'Rbac', '@operator-gen/runtime/api');
}
