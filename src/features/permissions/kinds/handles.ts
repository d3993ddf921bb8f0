import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { runtimeName, visitAll } from '../code/calls.js';
import type { KnownKind } from './known-kinds.js';
import { textsOfProperty } from '../code/texts.js';
import type { Tracer } from '../code/tracer.js';

/**
 * Returns the kinds of all handles that the sources of a project create with `defineResource`, even if they are never
 * imported.
 */
export function handlesIn(program: SourceProgram, tracer: Tracer): readonly KnownKind[] {
  const found: KnownKind[] = [];
  const read = (node: ts.Node): void => {
    if (!typescript.isCallExpression(node)) return;
    const [info] = node.arguments;
    if (info === undefined || runtimeName(node.expression, program, () => []) !== 'defineResource') return;
    const [group, version, kind, resource] = ['group', 'version', 'kind', 'plural'].map((name) => {
      const texts = textsOfProperty(info, name, program, tracer);
      return texts?.length === 1 ? texts[0] : undefined;
    });
    if (group === undefined || kind === undefined || resource === undefined) return;
    found.push({ group, version: version ?? '', kind, resource });
  };
  for (const file of program.files) if (file.text.includes('defineResource')) visitAll(file, read);
  return found;
}
