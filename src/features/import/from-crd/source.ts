import { posix, resolve } from 'node:path';
import { diagnostic, refuse } from '../reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { slashed } from '../../../base/io/slashed.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { PositionOf } from '../../../project/yaml-position.js';
import { readCluster } from '../../released/cluster.js';
import { definitionPlaces, definitionsIn, requireValid } from '../../released/definitions.js';
import { download, isAddress, schemeOf, shownSource } from '../../released/download.js';
import { filesIn, onlyFile, type ReleasedFiles } from '../../released/files.js';
import { inexactNumbers } from '../../released/inexact.js';
import { withoutTemplates } from '../../released/templates.js';
import { someOf } from './some-of.js';

/** Name of the standard input on the command line. */
const standardInput = '-';

/** The CRDs of a source. */
export interface ReadDefinitions {
  readonly objects: readonly JsonObject[];
  /** The files of the objects. */
  readonly files: ReadonlyMap<JsonObject, string>;
  /** Returns the position of a value in a CRD, in the user's file; undefined for a CRD from a cluster. */
  readonly positionOf: (object: JsonObject, ...path: readonly (string | number)[]) => Position | undefined;
  /** Problems of CRDs that were not read, or not exactly. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads definitions from a file, a folder, the standard input, an address or a cluster.
 * @param root the folder that positions are relative to
 * @throws DiagnosticsError when they cannot be read
 */
export async function readDefinitions(
  source: string,
  environment: Environment,
  root = environment.cwd,
): Promise<ReadDefinitions> {
  try {
    if (source.startsWith('cluster:'))
      return {
        objects: await fromCluster(source.slice('cluster:'.length)),
        files: new Map(),
        positionOf: () => undefined,
        diagnostics: [],
      };
    return await readFiles(await filesOf(source, environment), (path) => shownFile(path, source, environment, root));
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    throw new DiagnosticsError(...error.diagnostics.map((each) => unreadable(source, each.message)));
  }
}

/** Returns the name of a file of a source, as in positions. */
function shownFile(path: string, source: string, { host, named = host, cwd }: Environment, root: string): string {
  if (isAddress(source)) return shownSource(source);
  if (source === standardInput) return path;
  const absolute = slashed(resolve(cwd, source));
  return posix.relative(root, named.kind(absolute) === 'directory' ? posix.join(absolute, path) : absolute);
}

async function readFiles(files: ReleasedFiles, shown: (path: string) => string): Promise<ReadDefinitions> {
  const skipped: string[] = [];
  const inexact: Diagnostic[] = [];
  const read: ReleasedFiles['read'] = async (paths) => {
    const texts = await files.read(paths);
    return new Map(
      [...texts].map(([path, whole]) => {
        const { text, skipped: lines } = withoutTemplates(whole);
        skipped.push(...lines.map((line) => `${path}:${line}`));
        for (const { line, text: exact, ...number } of mentionsDefinition(text) ? inexactNumbers(text) : [])
          inexact.push(diagnostic('import-inexact-number', { place: `${path}:${line}`, number: exact, ...number }));
        return [path, text];
      }),
    );
  };
  const texts = await read(files.paths);
  const found = new Map<JsonObject, string>();
  const places = new Map<JsonObject, () => PositionOf | undefined>();
  for (const [path, text] of texts) {
    const only = { ...files, paths: [path], read: async () => new Map([[path, text]]) };
    // Only errors have positions, which require the file to be read again.
    let known: readonly PositionOf[] | undefined;
    const placesInFile = (): readonly PositionOf[] => (known ??= definitionPlaces(shown(path), text));
    for (const [index, each] of (await definitionsIn(only)).entries()) {
      const object = wellFormed(each);
      found.set(object, path);
      places.set(object, () => placesInFile()[index]);
    }
  }
  // If there are several files, only those with CRDs must be valid.
  if (found.size === 0 && skipped.length === 0 && files.paths.length === 1)
    await requireValid({ ...files, read: async () => texts });
  const templates =
    skipped.length === 0
      ? []
      : [diagnostic('skipped-templates', { count: skipped.length, places: someOf(skipped, 3) })];
  return {
    objects: [...found.keys()],
    files: found,
    positionOf: (object, ...path) => places.get(object)?.()?.(...path),
    diagnostics: [...templates, ...inexact],
  };
}

/** Returns an object as a Go server reads it: without unpaired surrogates, which UTF-8 cannot encode. */
function wellFormed(object: JsonObject): JsonObject {
  const json = JSON.stringify(object);
  const encodable = json.replaceAll(/\\(?:\\|ud[89a-f][0-9a-f]{2})/g, (found) =>
    found === '\\\\' ? found : '\\ufffd',
  );
  return json === encodable ? object : (JSON.parse(encodable) as JsonObject);
}

function mentionsDefinition(text: string): boolean {
  return text.includes('CustomResourceDefinition');
}

/** Returns the problem of a source. The message can start with the name of the source. */
function unreadable(source: string, message: string): ReturnType<typeof diagnostic> {
  return diagnostic('crd-source-unreadable', {
    source: shownSource(source),
    reason: message.replace(/^.*? cannot be read: /s, ''),
  });
}

/** The name of a definition: its plural and its group. */
const definitionName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

async function fromCluster(name: string): Promise<readonly JsonObject[]> {
  if (name.length > 253 || !definitionName.test(name))
    refuse('crd-source-unreadable', {
      source: shownSource(`cluster:${name}`),
      reason: 'the name of a definition is <plural>.<group>, such as shops.example.com',
    });
  const { crds } = await readCluster({ context: undefined }, [name]);
  return crds.map(({ object }) => object);
}

async function filesOf(source: string, { host, named = host, cwd, input }: Environment): Promise<ReleasedFiles> {
  if (isAddress(source)) return downloaded(source);
  const scheme = schemeOf(source);
  if (scheme !== undefined)
    refuse('crd-source-unreadable', { source: shownSource(source), reason: `${scheme} is unsupported; use https://` });
  if (source === standardInput) return textAsFile('standard input', '<stdin>', (await input?.()) ?? '');
  const path = slashed(resolve(cwd, source));
  switch (named.kind(path)) {
    case 'directory':
      return filesIn(named, path, `the folder ${source}`);
    case 'file':
      return onlyFile(named, path, `the file ${source}`);
    case 'missing':
      return refuse('crd-source-unreadable', { source, reason: 'there is no such file or folder' });
    default:
      return refuse('crd-source-unreadable', { source, reason: 'links and special files are not read' });
  }
}

async function downloaded(address: string): Promise<ReleasedFiles> {
  const text = await download(address).catch((error: Error) =>
    refuse('crd-source-unreadable', { source: shownSource(address), reason: error.message }),
  );
  const file = posix.basename(new URL(address).pathname) || 'definitions.yaml';
  return textAsFile(shownSource(address), file, text);
}

function textAsFile(name: string, path: string, text: string): ReleasedFiles {
  return { name, paths: [path], read: async () => new Map([[path, text]]) };
}
