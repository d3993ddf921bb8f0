import { installAllFeatures } from '../../src/features.js';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadMarkers, markers } from '../../src/language/markers/registry.js';

installAllFeatures();
await loadMarkers();

const folder = fileURLToPath(new URL('../../docs/diagnostics/', import.meta.url));

/** A fenced block of a page: the text after the opening fence, and the content. */
export interface Block {
  /** E.g. `ts wrong`. */
  readonly info: string;
  readonly text: string;
}

/** The page about a diagnostic. */
export interface Page {
  readonly code: string;
  readonly text: string;
  /** Returns the text of the first block with this info; undefined if there is none. */
  readonly block: (info: string) => string | undefined;
}

/** All pages of docs/diagnostics, except for their list. */
export function diagnosticPages(): readonly Page[] {
  return readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => {
      const text = readFileSync(`${folder}${name}`, 'utf8');
      const blocks = blocksOf(text);
      return {
        code: name.replace(/\.md$/, ''),
        text,
        block: (info) => blocks.find((each) => each.info === info)?.text,
      };
    });
}

/** Returns the fenced blocks of a Markdown text. */
export function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w.*)\n([^]*?)^```$/gm)].map(([, info = '', block = '']) => ({ info, text: block }));
}

const scalars =
  `Bytes Condition Double Duration Int32 Int64 Integer IntOrString Json JsonNumber MicroTime Quantity RawExtension Time`.split(
    ' ',
  );
const runtimeNames = ['CustomResource', ...markers.map(({ name }) => name), ...scalars.map((name) => `type ${name}`)];

/**
 * Returns an example as files of a project, with the parts that a page omits for brevity: the import, the group and
 * version, and the kind around a spec, or the spec of a kind. A line `// src/...` begins a file.
 */
export function sourcesOf(example: string): Readonly<Record<string, string>> {
  const parts = example.split(/^\/\/ (src\/\S+)\n/m);
  const named = parts
    .slice(1)
    .flatMap((path, index, all) => (index % 2 === 0 ? [[path, all[index + 1]!] as const] : []));
  const files = named.length === 0 ? [['src/api/v1/webserver.types.ts', example] as const] : named;
  return Object.fromEntries(files.map(([path, text]) => [path, completed(text)]));
}

function completed(text: string): string {
  const lacks = (word: string): boolean => !text.includes(word);
  const addsKind = lacks('extends CustomResource') && lacks('@Resource') && lacks('@Webhook');
  const before = [
    ...(lacks("from '@operator-gen/runtime/api'")
      ? [`import { ${runtimeNames.join(', ')} } from '@operator-gen/runtime/api';`]
      : []),
    ...(lacks('const groupVersion') && (addsKind || !lacks('groupVersion'))
      ? ["const groupVersion = { group: 'example.com', version: 'v1' };"]
      : []),
  ];
  const kind = `@Resource(groupVersion, { plural: 'webservers' })
export class WebServer extends CustomResource {
  spec!: WebServerSpec;
}`;
  const after = [
    ...(addsKind ? [kind] : []),
    ...(lacks('class WebServerSpec') && (addsKind || !lacks('WebServerSpec'))
      ? ['class WebServerSpec { replicas: Int32 = 1; }']
      : []),
  ];
  return [...before, text, ...after].join('\n');
}
