import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { bare, memberName, runtimeName } from './calls.js';
import type { Owner } from './mentions.js';
import type { Tracer } from './tracer.js';

/** Returns whether an expression is a client that reads from the cache; undefined if it can be either. */
export function readsFromCache(client: Owner, program: SourceProgram, tracer: Tracer): boolean | undefined {
  const answers = new Set<boolean | undefined>();
  const judge = (value: ts.Expression): void => {
    const inner = bare(value);
    const name = program.checker.getTypeAtLocation(inner).symbol?.name;
    if (name === 'CachedClient') answers.add(true);
    else if (memberName(inner) === 'apiReader') answers.add(false);
    else if (typescript.isCallExpression(inner)) {
      const called = runtimeName(inner.expression, program, () => []);
      const [wrapped] = inner.arguments;
      if (called === 'createClient') answers.add(false);
      else if ((called === 'dryRunClient' || called === 'namespacedClient') && wrapped !== undefined) follow(wrapped);
      else answers.add(undefined);
    } else answers.add(undefined);
  };
  const follow = (expression: Owner): void => {
    if (program.checker.getTypeAtLocation(expression).symbol?.name === 'CachedClient') {
      answers.add(true);
      return;
    }
    const { values, isOpen } = tracer.originsOf(expression);
    if (isOpen) answers.add(undefined);
    for (const each of values) judge(each);
  };
  follow(client);
  return answers.size === 1 ? [...answers][0] : undefined;
}
