import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { OwnMetric } from '../../../base/model/metric.js';
import { argumentAt, bare, declarationOf, isConst, runtimeName, visitAll } from '../code/calls.js';
import { textsOf } from '../code/texts.js';
import type { Tracer } from '../code/tracer.js';

/** The methods that create metrics, by their names in the runtime. */
const types: Readonly<Record<string, OwnMetric['type']>> = {
  'MetricsRegistry.counter': 'counter',
  'MetricsRegistry.gauge': 'gauge',
  'MetricsRegistry.histogram': 'histogram',
};

/** The names that `prom-client` accepts, https://prometheus.io/docs/concepts/data_model/. */
const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Returns the metrics that the code of a project creates and whose names are constants, by name. */
export function ownMetrics(program: SourceProgram, tracer: Tracer): readonly OwnMetric[] {
  const found = new Map<string, OwnMetric>();
  const texts = (node: ts.Expression | undefined): readonly string[] =>
    (node === undefined ? undefined : textsOf(node, program, tracer)) ?? [];
  const read = (node: ts.Node): void => {
    if (!typescript.isCallExpression(node)) return;
    const owner = runtimeName(node.expression, program, (object) => tracer.originsOf(object).values);
    const type = types[owner ?? ''];
    if (type === undefined) return;
    const [names, helps] = [0, 1].map((index) => texts(argumentAt(node.arguments, index)?.expression));
    const [help = ''] = helps ?? [];
    const labels = labelsIn(argumentAt(node.arguments, 2)?.expression, program, texts);
    for (const name of names ?? []) if (metricName.test(name)) found.set(name, { type, name, help, labels });
  };
  for (const file of program.files) if (/\b(?:counter|gauge|histogram)\b/.test(file.text)) visitAll(file, read);
  return [...found.values()].toSorted(({ name: one }, { name: other }) => (one < other ? -1 : 1));
}

/** Returns the names in a list of labels; none if one of them is not a constant. */
function labelsIn(
  node: ts.Expression | undefined,
  program: SourceProgram,
  texts: (node: ts.Expression) => readonly string[],
): readonly string[] {
  const list = node && listAt(bare(node), program);
  const labels = list?.elements.flatMap((each) => texts(each)) ?? [];
  return labels.length === list?.elements.length && labels.every((each) => labelName.test(each)) ? labels : [];
}

/** Returns a list literal, or the list that a constant holds. */
function listAt(node: ts.Expression, program: SourceProgram): ts.ArrayLiteralExpression | undefined {
  if (typescript.isArrayLiteralExpression(node)) return node;
  const declaration = declarationOf(node, program);
  if (declaration === undefined || !typescript.isVariableDeclaration(declaration)) return undefined;
  const value = declaration.initializer && bare(declaration.initializer);
  return value !== undefined && isConst(declaration) && typescript.isArrayLiteralExpression(value) ? value : undefined;
}
