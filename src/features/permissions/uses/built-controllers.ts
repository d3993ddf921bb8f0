import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { defined } from '../../../base/model/defined.js';
import type { BuiltController, NamedKind } from '../../../base/model/permission.js';
import { argumentAt, bare, nameOf, runtimeName, visitAll } from '../code/calls.js';
import { constantText } from '../code/constants.js';
import type { Tracer } from '../code/tracer.js';
import { anyKind } from '../kinds/found-kinds.js';
import type { KindFinder } from '../kinds/kinds.js';
import type { FoundKind, KnownKind } from '../kinds/known-kinds.js';

const start = 'controllerManagedBy';

/** The methods of a builder, by what they add to the controller. */
const methods = {
  for: 'reconciles',
  owns: 'owns',
  watches: 'watches',
  watchesMetadata: 'watches',
  watchesRawSource: 'source',
  named: 'name',
} as const;

/** Maximum number of builders that are followed one after the other. */
const mostSteps = 50;

interface MethodCall {
  readonly call: ts.CallExpression;
  readonly callee: ts.PropertyAccessExpression;
}

/** A controller while its calls are read. */
interface Building {
  readonly root: ts.CallExpression;
  readonly names: (string | undefined)[];
  readonly reconciles: FoundKind[];
  readonly owns: FoundKind[];
  readonly watches: FoundKind[];
  hasOthers: boolean;
}

/** Returns the controllers that the code of a project builds, except for its tests, in the order of the sources. */
export function builtControllers(
  program: SourceProgram,
  tracer: Tracer,
  kinds: KindFinder,
): readonly BuiltController[] {
  const files = program.files.filter(
    ({ fileName, text }) => text.includes(start) && !/\.(?:test|spec)\.[cm]?[jt]s$/.test(fileName),
  );
  const reading = new Reading(program, tracer, kinds);
  for (const file of files) visitAll(file, (node) => reading.find(node));
  // Another file can have the rest of a builder that it gets.
  for (const file of files.length === 0 ? [] : program.files) reading.readIn(file);
  return reading.found.map((each) => described(each, program));
}

function described(building: Building, program: SourceProgram): BuiltController {
  const { root, names, reconciles, owns, watches, hasOthers } = building;
  const [name] = names.length === 1 ? names : [];
  return {
    ...defined({ name }),
    reconciles: named(reconciles),
    owns: named(owns),
    watches: named(watches),
    hasOthers,
    position: positionOf(nameOf(root.expression) ?? root, program.root),
  };
}

/** Returns kinds without duplicates. */
function named(kinds: readonly FoundKind[]): readonly NamedKind[] {
  const all = kinds.map(({ group, resource, unlisted, ...others }) => {
    const { kind = unlisted } = others as Partial<KnownKind>;
    return [`${resource}.${group}`, { group, resource, ...defined({ kind }) }] as const;
  });
  return [...new Map(all).values()];
}

class Reading {
  readonly #byRoot = new Map<ts.CallExpression, Building>();
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #kinds: KindFinder;

  constructor(program: SourceProgram, tracer: Tracer, kinds: KindFinder) {
    this.#program = program;
    this.#tracer = tracer;
    this.#kinds = kinds;
  }

  get found(): readonly Building[] {
    return [...this.#byRoot.values()];
  }

  /** Finds the call that begins a builder. */
  find(node: ts.Node): void {
    if (!typescript.isCallExpression(node) || this.#nameOf(node.expression) !== start) return;
    const lists = { names: [], reconciles: [], owns: [], watches: [] };
    this.#byRoot.set(node, { root: node, ...lists, hasOthers: false });
  }

  /** Reads the calls of methods of builders, in the order in which they are written. */
  readIn(file: ts.SourceFile): void {
    const found: MethodCall[] = [];
    visitAll(file, (node) => {
      if (!typescript.isCallExpression(node)) return;
      const callee = bare(node.expression);
      if (!typescript.isPropertyAccessExpression(callee) || !Object.hasOwn(methods, callee.name.text)) return;
      if (this.#nameOf(callee)?.startsWith('ControllerBuilder.') === true) found.push({ call: node, callee });
    });
    for (const { call, callee } of found.toSorted((one, other) => one.callee.name.pos - other.callee.name.pos)) {
      const adds = methods[callee.name.text as keyof typeof methods];
      for (const building of this.#buildersOf(callee.expression)) this.#add(building, adds, call);
    }
  }

  #add(
    building: Building,
    adds: (typeof methods)[keyof typeof methods],
    { arguments: given }: ts.CallExpression,
  ): void {
    const [argument] = given;
    if (adds === 'name') {
      building.names.push(argument && constantText(argument, this.#program));
      return;
    }
    const source = adds === 'source' && argument !== undefined ? this.#sourceKind(argument) : undefined;
    const kind = adds === 'source' ? source : argumentAt(given, 0);
    const { kinds, isOpen } = kind === undefined ? anyKind : this.#kinds.kindsOf(kind);
    building[adds === 'source' ? 'watches' : adds].push(...kinds);
    if (isOpen) building.hasOthers = true;
  }

  /** Returns the kind of `kindSource(cache, kind)`; undefined for another source. */
  #sourceKind(source: ts.Expression) {
    const [value, ...others] = this.#tracer.originsOf(source).values;
    if (value === undefined || others.length > 0 || !typescript.isCallExpression(value)) return undefined;
    return this.#nameOf(value.expression) === 'kindSource' ? argumentAt(value.arguments, 1) : undefined;
  }

  #buildersOf(from: ts.Expression): ReadonlySet<Building> {
    const found = new Set<Building>();
    const seen = new Set<ts.Expression>();
    const follow = (expression: ts.Expression, steps: number): void => {
      const value = bare(expression);
      if (steps === 0 || seen.has(value)) return;
      seen.add(value);
      const building = typescript.isCallExpression(value) ? this.#byRoot.get(value) : undefined;
      if (building !== undefined) {
        found.add(building);
        return;
      }
      const callee = typescript.isCallExpression(value) ? bare(value.expression) : undefined;
      const isStep = callee !== undefined && typescript.isPropertyAccessExpression(callee);
      if (isStep && this.#nameOf(callee)?.startsWith('ControllerBuilder.') === true)
        return follow(callee.expression, steps - 1);
      for (const each of this.#tracer.originsOf(value).values) follow(each, steps - 1);
    };
    follow(from, mostSteps);
    return found;
  }

  #nameOf(callee: ts.Expression): string | undefined {
    return runtimeName(callee, this.#program, () => []);
  }
}
