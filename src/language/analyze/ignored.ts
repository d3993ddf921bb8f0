import type { ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { readArguments } from './arguments.js';
import { schemaUsages } from './levels.js';
import type { Annotations } from './usage.js';
import { annotationsOf } from './usages.js';

/** Reports whether one of its declarations omits a field from the schema. Its other markers are reported. */
export function isIgnoredField(declarations: readonly ts.Declaration[], analysis: Analysis): boolean {
  const levels = declarations.map((each) => annotationsOf(each, analysis));
  if (!isIgnored(levels, analysis)) return false;
  for (const { marker, label, position } of schemaUsages(levels)) {
    if (marker.on !== 'schema' || marker.ignored) continue;
    const wanted = 'a field of the schema';
    analysis.report('misplaced-marker', position, { marker: label, place: 'a field with @Ignore', wanted });
  }
  return true;
}

/** Reports whether one of the levels omits the field from the schema. */
export function isIgnored(levels: readonly Annotations[], analysis: Analysis): boolean {
  const found = schemaUsages(levels).filter(({ marker }) => marker.on === 'schema' && marker.ignored);
  // No other code reads their arguments, and there are none.
  for (const usage of found) readArguments(usage, analysis);
  return found.length > 0;
}
