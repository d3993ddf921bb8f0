import { parse } from 'yaml';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { analyzeSources } from '../../support/generate.js';
import { schemasByType, type BuiltInFile, type Schemas } from './built-in-types.js';

/**
 * What our generator makes of the types: for each file a kind whose spec has one field for each type.
 * @throws Error when it refuses one of them.
 */
export function ourSchemas(files: readonly BuiltInFile[]): Schemas {
  const sources = files.map((file) => [`src/api/v1/${file.kind.toLowerCase()}.types.ts`, sourceOf(file)]);
  const { model, diagnostics } = analyzeSources(Object.fromEntries(sources));
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return schemasByType(
    files,
    model.kinds.map((kind) => parse(emitCrd(kind, '0.0.0').text)),
  );
}

function sourceOf({ name, kind, types }: BuiltInFile): string {
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
