import { suggest } from '../../base/diagnostics/suggest.js';
import { own } from '../../base/model/json-at.js';
import { argumentExample, fieldExample, usageExample } from '../markers/argument-example.js';
import type { Argument, SchemaChange } from '../markers/argument.js';
import type { Parameter } from '../markers/marker.js';
import { schemaKeywords } from '../markers/schema-keywords.js';
import type { JsonValue } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { accepts, describe } from './argument-values.js';
import { dereference, elementsOf, evaluate, propertiesOf, propertyAssigned } from './evaluate.js';
import { kindReference } from './kind-reference.js';
import type { Usage } from './usage.js';
import type { Unreadable } from './evaluation.js';

/** Applies markers to a part of the schema. It is passed in because applying markers itself reads their arguments. */
export type PartChange = (part: 'items' | 'values' | 'keys', usages: readonly Usage[]) => SchemaChange;

type Value = JsonValue | SchemaChange;

/** Returns the values of a marker's arguments; undefined if a problem was reported. */
export function readArguments(usage: Usage, analysis: Analysis, changePart?: PartChange): readonly Value[] | undefined {
  const parameters = parametersOf(usage, analysis);
  if (usage.expressions.length > parameters.length && !parameters.at(-1)?.rest) {
    analysis.report('too-many-arguments', usage.where(usage.expressions[parameters.length]!), {
      marker: usage.label,
      wanted: parameters.length,
      given: usage.expressions.length,
      plain: usage.plain,
    });
    return undefined;
  }
  const reader = new Reader(usage, analysis);
  const values: (Value | undefined)[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const expression = usage.expressions[index];
    const { argument } = parameter;
    if (argument.type === 'markers' && expression !== undefined) {
      const usages = usage.expressions.map((each) => reader.readMarker(each));
      values.push(...(usages.includes(undefined) ? [undefined] : [changePart?.(argument.part, usages as Usage[])]));
    } else if (parameter.rest && argument.type !== 'markers') {
      values.push(...usage.expressions.slice(index).map((each) => reader.read(argument, each, parameter.name)));
    } else if (expression !== undefined) {
      values.push(reader.read(parameter.argument, expression, parameter.name));
    } else if (!parameter.optional) {
      analysis.report('missing-argument', usage.position, {
        marker: usage.label,
        argument: `${parameter.name}: ${describe(parameter.argument)}`,
        instead: `write: ${usageExample(usage.label, parameters)}`,
        plain: usage.plain,
      });
      return undefined;
    }
  }
  return values.includes(undefined) ? undefined : (values as Value[]);
}

/** Returns the parameters that a use of a marker has arguments for. */
export function parametersOf({ marker, expressions }: Usage, analysis: Analysis): readonly Parameter[] {
  const [first, second] = expressions;
  if (marker.withKind === undefined || first === undefined || second === undefined) return marker.parameters;
  return typescript.isObjectLiteralExpression(dereference(first, analysis)) ? marker.parameters : marker.withKind;
}

class Reader {
  readonly #usage: Usage;
  readonly #analysis: Analysis;

  constructor(usage: Usage, analysis: Analysis) {
    this.#usage = usage;
    this.#analysis = analysis;
  }

  /** Reads one argument part by part, so that a problem is reported at the position of the part. */
  read(argument: Argument, expression: ts.Expression, name: string): JsonValue | undefined {
    switch (argument.type) {
      case 'object':
        return this.#readObject(argument, expression, name);
      case 'list':
        return this.#readList(argument, expression, name);
      case 'record':
        return this.#readRecord(argument, expression, name);
      case 'schema':
        return this.#readSchema(argument, expression, name);
      case 'pattern':
        return this.#readPattern(argument, expression, name);
      case 'kind':
        return kindReference(expression, this.#analysis) ?? this.#refuse(argument, expression, name);
      default:
        return this.#readScalar(argument, expression, name);
    }
  }

  /** Reads a marker given as the argument of another one. */
  readMarker(expression: ts.Expression): Usage | undefined {
    const call = dereference(expression, this.#analysis);
    const usage = typescript.isCallExpression(call) ? this.#usage.nested(call) : undefined;
    if (usage === undefined) return this.#refuse({ type: 'markers', part: 'items' }, expression, 'an argument');
    return usage;
  }

  #readObject(argument: Argument & { type: 'object' }, expression: ts.Expression, name: string): JsonValue | undefined {
    const node = dereference(expression, this.#analysis);
    if (!typescript.isObjectLiteralExpression(node)) return this.#refuse(argument, expression, name);
    const read = new Map<string, JsonValue>();
    const seen = new Set<string>();
    let complete = true;
    for (const property of propertiesOf(node, this.#analysis)) {
      const assigned = propertyAssigned(property);
      if (assigned === undefined) return this.#reportUnreadable({ unreadable: property }, name);
      if (seen.has(assigned.name)) return this.#reportRepeated(property, name);
      seen.add(assigned.name);
      const field = own(argument.fields, assigned.name);
      const value = field && this.read(field.argument, assigned.value, assigned.name);
      if (field === undefined) this.#reportUnknown(argument, property.name ?? property, assigned.name);
      if (value === undefined) complete = false;
      else read.set(assigned.name, value);
    }
    for (const [key, field] of Object.entries(argument.fields)) {
      if (field.optional || read.has(key) || !complete) continue;
      this.#analysis.report('missing-argument', this.#usage.where(node), {
        marker: this.#usage.label,
        argument: `${key}: ${describe(field.argument)}`,
        instead: fieldExample(key, field),
      });
      complete = false;
    }
    return complete ? Object.fromEntries(read) : undefined;
  }

  #readList(argument: Argument & { type: 'list' }, expression: ts.Expression, name: string): JsonValue | undefined {
    const node = dereference(expression, this.#analysis);
    if (!typescript.isArrayLiteralExpression(node)) return this.#refuse(argument, expression, name);
    const values = elementsOf(node, this.#analysis).map((each) => this.read(argument.of, each, name));
    return values.includes(undefined) ? undefined : (values as JsonValue[]);
  }

  #readRecord(argument: Argument & { type: 'record' }, expression: ts.Expression, name: string): JsonValue | undefined {
    const node = dereference(expression, this.#analysis);
    if (!typescript.isObjectLiteralExpression(node)) return this.#refuse(argument, expression, name);
    const entries = new Map<string, JsonValue>();
    for (const property of propertiesOf(node, this.#analysis)) {
      const assigned = propertyAssigned(property);
      if (assigned === undefined) return this.#reportUnreadable({ unreadable: property }, name);
      if (entries.has(assigned.name)) return this.#reportRepeated(property, name);
      const value = this.read(argument.of, assigned.value, `${name}.${assigned.name}`);
      if (value === undefined) return undefined;
      entries.set(assigned.name, value);
    }
    return Object.fromEntries(entries);
  }

  #readSchema(argument: Argument & { type: 'schema' }, expression: ts.Expression, name: string): JsonValue | undefined {
    const node = dereference(expression, this.#analysis);
    if (typescript.isObjectLiteralExpression(node)) {
      return this.#readObject({ type: 'object', fields: schemaKeywords }, expression, name);
    }
    const isTrue = argument.orTrue && node.kind === typescript.SyntaxKind.TrueKeyword;
    return isTrue ? true : this.#refuse(argument, expression, name);
  }

  #readPattern(argument: Argument, expression: ts.Expression, name: string): JsonValue | undefined {
    const node = dereference(expression, this.#analysis);
    if (!typescript.isRegularExpressionLiteral(node)) return this.#readScalar(argument, expression, name);
    const end = node.text.lastIndexOf('/');
    const flags = node.text.slice(end + 1);
    // The API server has no flags; RE2 already behaves as with `u`.
    return flags === '' || flags === 'u' ? node.text.slice(1, end) : this.#refuse(argument, expression, name);
  }

  #readScalar(argument: Argument, expression: ts.Expression, name: string): JsonValue | undefined {
    const result = evaluate(expression, this.#analysis);
    if (!('value' in result)) return this.#reportUnreadable(result, name);
    return accepts(argument, result.value) ? result.value : this.#refuse(argument, expression, name);
  }

  #reportRepeated(property: ts.ObjectLiteralElementLike, name: string): undefined {
    return this.#reportUnreadable({ unreadable: property.name ?? property, why: 'duplicate-key' }, name);
  }

  #reportUnreadable({ unreadable, why }: Unreadable, name: string): undefined {
    this.#analysis.report(why ?? 'not-a-literal', this.#usage.where(unreadable), {
      what: `${name} of ${this.#usage.label}`,
      expression: unreadable.getText(),
      meant: this.#usage.meant,
      plain: this.#usage.plain,
    });
  }

  #refuse(argument: Argument, expression: ts.Expression, name: string): undefined {
    const result = evaluate(expression, this.#analysis);
    this.#analysis.report('argument-type', this.#usage.where(expression), {
      marker: this.#usage.label,
      argument: name,
      wanted: describe(argument),
      instead: `write, for example: ${argumentExample(argument)}`,
      given: 'value' in result ? JSON.stringify(result.value) : expression.getText(),
    });
  }

  #reportUnknown(argument: Argument & { type: 'object' }, node: ts.Node, name: string): void {
    const known = Object.keys(argument.fields);
    this.#analysis.report('unknown-argument', this.#usage.where(node), {
      marker: this.#usage.label,
      argument: name,
      known: known.join(', '),
      suggestion: suggest(name, known),
    });
  }
}
