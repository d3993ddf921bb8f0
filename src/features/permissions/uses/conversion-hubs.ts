import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { GroupResource } from '../../../base/model/permission.js';
import type { ConversionHub } from '../../../base/model/webhook.js';
import { nameOf, runtimeName, visitAll } from '../code/calls.js';
import type { KindFinder } from '../kinds/kinds.js';
import type { KnownKind } from '../kinds/known-kinds.js';
import { runningCode } from './running-code.js';

/** Returns the hubs through which running code converts kinds, as far as they are known statically. */
export function conversionHubs(program: SourceProgram, kinds: KindFinder): readonly ConversionHub[] {
  if (!program.files.some(({ text }) => text.includes('hubSpokeConverter'))) return [];
  const found: ConversionHub[] = [];
  const read = (node: ts.Node): void => {
    if (!typescript.isCallExpression(node)) return;
    const [hub, ...others] = hubsOf(node, program, kinds) as readonly Partial<KnownKind>[];
    if (hub?.version === undefined || hub.kind === undefined || others.length > 0) return;
    const { group = '', version, kind } = hub;
    found.push({ group, version, kind, position: positionOf(nameOf(node.expression) ?? node, program.root) });
  };
  for (const each of runningCode(program).statements) if (!typescript.isImportDeclaration(each)) visitAll(each, read);
  return found;
}

/** Returns the kinds that may be the hub of a converter, or of the converter of a spoke. */
function hubsOf(call: ts.CallExpression, program: SourceProgram, kinds: KindFinder): readonly GroupResource[] {
  const name = runtimeName(call.expression, program, () => []);
  const [argument] = call.arguments;
  if (name === 'hubSpokeConverter' && argument !== undefined) {
    const { kinds: found, isOpen } = kinds.kindsOf({ expression: argument });
    return isOpen ? [] : found;
  }
  if (name !== 'spokeConverter') return [];
  const { checker } = program;
  const [hub] = checker.getTypeArguments(checker.getTypeAtLocation(call) as ts.TypeReference);
  return (hub && kinds.kindsOfObject(hub)) ?? [];
}
