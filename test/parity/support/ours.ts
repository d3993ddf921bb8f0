import { parse } from 'yaml';
import { emitCrd } from '../../../src/emit/crd.js';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { analyzeSources } from '../../support/generate.js';
import type { BuiltInFile } from './built-in-types.js';
import { schemasByType } from './go.js';

/** What our generator makes of the types: for each file a kind whose spec has one field for each type. */
export function ourSchemas(files: readonly BuiltInFile[]): {
  readonly schemas: ReadonlyMap<string, unknown>;
  readonly diagnostics: readonly Diagnostic[];
} {
  const sources = files.map((file) => [`src/api/v1/${file.kind.toLowerCase()}.types.ts`, source(file)]);
  const { model, diagnostics } = analyzeSources(Object.fromEntries(sources));
  const schemas = model.kinds.flatMap((kind) => {
    const crd = parse(emitCrd(kind, '0.0.0'));
    const file = files.find((each) => each.kind === kind.kind)!;
    return schemasByType(file, crd.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties);
  });
  return { schemas: new Map(schemas), diagnostics };
}

function source({ name, kind, types }: BuiltInFile): string {
  return `import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type * as types from '@operator-gen/runtime/k8s/${name}';
export class ${kind}Spec {
${types.map((type) => `  ${type}!: types.${type};`).join('\n')}
}
@Resource({ group: 'example.com', version: 'v1' }, { plural: '${kind.toLowerCase()}' })
export class ${kind} extends CustomResource {
  spec!: ${kind}Spec;
}
`;
}
