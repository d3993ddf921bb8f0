import { installAllFeatures } from '../../src/features.js';
import { parseAllDocuments } from 'yaml';
import { analyze, type AnalyzeResult } from '../../src/language/analyze/analyze.js';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { disk } from '../../src/base/io/disk.js';
import { readOnce } from '../../src/base/io/read-once.js';
import { loadMarkers, markers } from '../../src/language/markers/registry.js';
import { runtimeDeclarations } from '../../src/base/io/runtime-declarations.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';

installAllFeatures();
await loadMarkers();

// The declarations of the runtime, which every analysis reads, are read once.
const { read: readDisk } = readOnce(disk);

/** The folder that is used as the path of inline sources. */
export const root = '/project';

/** The surroundings of the sources: other files by absolute path, and the targets of symbolic links. */
export interface Surroundings {
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** Analyzes sources that are given as text, by their paths in the project. */
export function analyzeSources(sources: Readonly<Record<string, string>>, around: Surroundings = {}): AnalyzeResult {
  const links = Object.entries(around.links ?? {});
  const realpath = (path: string): string => {
    const link = links.find(([from]) => path === from || path.startsWith(`${from}/`));
    return link === undefined ? path : `${link[1]}${path.slice(link[0].length)}`;
  };
  const files = new Map(Object.entries(around.files ?? {}));
  return analyze({
    root,
    runtime: runtimeDeclarations(),
    sources: Object.entries(sources).map(([path, text]) => ({ path: `${root}/${path}`, text })),
    read: (path) => files.get(realpath(path)) ?? readDisk(path),
    realpath,
  });
}

/** Returns one file with a kind: `spec` is the body of its spec class, and `before` is inserted before it. */
export function kindSource({
  spec = '',
  before = '',
  kindMarkers = '',
  status = '',
  group = 'example.com',
  version = 'v1',
  names = '',
}): Record<string, string> {
  return {
    'src/api/v1/thing.types.ts': `import * as api from '@operator-gen/runtime/api';
import { ${allMarkers} } from '@operator-gen/runtime/api';
${before}
export class ThingSpec {
${spec}
}
export class ThingStatus {
${status}
}
@Resource({ group: '${group}', version: '${version}' }, { plural: 'things'${names === '' ? '' : `, ${names}`} })
${kindMarkers}
export class Thing extends CustomResource {
  spec!: ThingSpec;
  status?: ThingStatus;
}
`,
  };
}

const allMarkers = `${markers.map(({ name }) => name).join(', ')}, CustomResource, type Bytes, type Condition, type Double,
  type Duration, type Int32, type Int64, type Integer, type IntOrString, type Json, type JsonNumber, type MicroTime, type Quantity, type RawExtension, type Time`;

/** An import of every marker and scalar. */
export const importAll = `import { ${allMarkers} } from '@operator-gen/runtime/api';`;

export interface SpecResult {
  /** The schema of `spec` as in the CRD. */
  readonly spec: Record<string, any>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the CRD schema that is generated from the body of a spec class, and all problems. */
export function specSchema(spec: string, before = ''): SpecResult {
  const { model, diagnostics } = analyzeSources(kindSource({ spec, before }));
  const kind = model.kinds.find((each) => each.kind === 'Thing');
  if (kind === undefined) return { spec: {}, diagnostics };
  const crd = parseAllDocuments(emitCrd(kind, '0.0.0').text)[0]!.toJS();
  return {
    spec: crd.spec.versions[0].schema.openAPIV3Schema.properties.spec,
    diagnostics: [...diagnostics, ...verifyKind(kind)],
  };
}

/** Returns codes and positions, on which users rely; the wording may change. */
export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, position }) => (position ? `${code} ${position.line}:${position.column}` : code));
}
