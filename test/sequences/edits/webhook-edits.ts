import { eachFile, isWebhook, words, type UserEdit } from './user-edit.js';

/** What people do with webhooks and conversions. */
export const webhookEdits: readonly UserEdit[] = [
  eachFile('# a user writes a defaulter', isWebhook, (text) =>
    text.replace(
      /^ {2}\/\*\* @param .*\n {2}default\(_(\w+): (\w+)\): void \{\n {4}\/\/ For.*\n {2}\}\n/m,
      (_, object: string, kind: string) =>
        `  constructor(readonly owner = 'nobody') {}\n\n  // ${words}\n  default(${object}: ${kind}): void {\n    ${object}.metadata.labels = { owner: this.owner, ...${object}.metadata.labels };\n  }\n`,
    ),
  ),
  eachFile('# a user writes a validator', isWebhook, (text) =>
    text
      .replace(
        /^ {2}validateCreate\(_(\w+): ([^)]*)\): Warnings \{\n {4}return \[\];\n/m,
        (_, object: string, type: string) =>
          `  // ${words}\n  validateCreate(${object}: ${type}): Warnings {\n    return this.#all(${object}.metadata.name ?? '');\n  }\n\n  #all(name: string): Warnings {\n    return name === 'old' ? ['this name is old'] : [];\n`,
      )
      .replaceAll('new $1Validator()', 'new $1Validator()'),
  ),
  eachFile('# a user changes the markers of webhooks', isWebhook, (text) =>
    text.includes('timeoutSeconds')
      ? text
      : text
          .replaceAll("  failurePolicy: 'Fail',\n", `  // ${words}\n  failurePolicy: 'Ignore',\n  timeoutSeconds: 5,\n`)
          .replaceAll("  verbs: ['create', 'update'],", "  verbs: ['create'],"),
  ),
  eachFile('# a user registers webhooks in one chain', isWebhook, (text) =>
    text.replace(
      /^ {2}const webhooks = webhookManagedBy\((\w+)\)\.for\((\w+)\);\n((?: {2}webhooks.*;\n)*) {2}await webhooks\.complete\(\);\n/m,
      (_, manager: string, kind: string, calls: string) => {
        const links = [...calls.matchAll(/^ {2}webhooks(.*);$/gm)].map(([, link]) => `    ${link}\n`);
        return `  // ${words}\n  await webhookManagedBy(${manager})\n    .for(${kind})\n${links.join('')}    .complete();\n`;
      },
    ),
  ),
  eachFile('# a user adds classes to a file of webhooks', isWebhook, (text) =>
    text.includes('class Names')
      ? text
      : text.replace(
          /^\/\*\* (?:Sets defaults|Validates) /m,
          (start) => `/** ${words} */\nexport class Names {\n  readonly all: string[] = [];\n}\n\n${start}`,
        ),
  ),
  {
    line: '# a user renames the classes of webhooks',
    edit: (files) =>
      new Map(
        [...files].map(([path, text]) => [
          path,
          /\.webhook(?:\.test)?\.ts$/.test(path)
            ? text
                .replaceAll(/\b(\w+)Defaulter\b/g, (name, kind: string) => (kind === 'with' ? name : `${kind}Defaults`))
                .replaceAll(/\b(\w+)Validator\b/g, (name, kind: string) => (kind === 'with' ? name : `${kind}Rules`))
            : text,
        ]),
      ),
  },
  eachFile(
    '# a user writes a conversion',
    (path) => path.endsWith('.conversion.ts'),
    (text) =>
      text.includes('metadata:')
        ? text
        : text.replace(
            'convertTo: (spoke) => ({ ...spoke })',
            `// ${words}\n  convertTo: (spoke) => ({ ...spoke, metadata: { ...spoke.metadata } })`,
          ),
  ),
  eachFile(
    '# a user writes the converter',
    (path) => path.endsWith('.converter.ts'),
    (text) =>
      text.includes('const registered')
        ? text
        : text.replace(
            / {2}const webhooks = (.*);\n {2}await webhooks\.withConverter\(converter\)\.complete\(\);/,
            (_, start: string) =>
              `  // ${words}\n  const registered = ${start}.withConverter(converter);\n  await registered.complete();`,
          ),
  ),
];
