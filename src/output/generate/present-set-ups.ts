import { posix } from 'node:path';
import { listSources } from '../../language/analyze/sources.js';
import type { Host } from '../../base/io/host.js';
import { classNameOf, typeNameOf } from '../../project/class-name.js';
import { exportsOf, type ExportedValue } from '../../project/exports.js';
import type { Project } from '../../project/project.js';
import { controllersOf, webhooksOf, type SetUp } from '../../project/set-ups.js';

/** The code of a project, by relative path. */
export interface ProjectCode {
  /** Returns the text of a file; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** Returns all sources. */
  readonly sources: () => readonly { readonly path: string; readonly text: string }[];
}

/** Returns the sources of a project, by relative path. */
export function relativeSources(host: Host, root: string): ReturnType<ProjectCode['sources']> {
  return listSources(host, root).map(({ path, text }) => ({ path: posix.relative(root, path), text }));
}

/** The exports of a file, including re-exports. */
interface FileExports {
  readonly values: readonly ExportedValue[];
  /** Whether it also re-exports modules that are not read. */
  readonly isOpen: boolean;
}

/**
 * Returns a function that finds set-up functions among the exports of files, even if they were renamed or moved.
 * @returns a function that returns undefined if the set-up is nowhere, or could be one of several functions
 */
export function setUpFinder(project: Project, { read, sources }: ProjectCode): (setUp: SetUp) => SetUp | undefined {
  const expected = project.resources.flatMap((each) => [...controllersOf(project, each), ...webhooksOf(project, each)]);
  const known = new Map<string, FileExports>();
  const exportsIn = (path: string): FileExports => {
    const found = known.get(path) ?? fileExports(path, read, new Set());
    known.set(path, found);
    return found;
  };
  let others: readonly string[] | undefined;
  return (setUp) => {
    const own = exportsIn(setUp.path);
    const taken = new Set(expected.flatMap(({ name }) => (name === setUp.name ? [] : [name])));
    const free = own.values.filter(({ name, isFunction }) => isFunction && !taken.has(name));
    const inOwn = named(own.values, setUp) ?? onlyBuilding(free, setUp);
    if (inOwn !== undefined) return inOwn;
    if (own.isOpen) return setUp;
    others ??= sources().map(({ path }) => path);
    const elsewhere = others
      .filter((path) => path !== setUp.path)
      .map((path) => ({ path, values: exportsIn(path).values }));
    return (
      namedElsewhere(setUp, elsewhere, { expected, exportsIn }) ??
      builtElsewhere(setUp, elsewhere, taken) ??
      onlyOne(free, setUp)
    );
  };
}

function named(values: readonly ExportedValue[], setUp: SetUp): SetUp | undefined {
  return values.some(({ name }) => name === setUp.name) ? setUp : undefined;
}

/** Returns the only function in a file that builds anything, or the only one that builds the subject of a set-up. */
function onlyBuilding(functions: readonly ExportedValue[], setUp: SetUp): SetUp | undefined {
  const building = functions.filter(({ code = '' }) => /ManagedBy\s*\(/.test(code));
  const [only, ...more] = building.length > 1 ? building.filter((each) => builds(each, setUp)) : building;
  return only === undefined || more.length > 0 ? undefined : as(setUp, only);
}

/** Returns the only function that a file exports, if it can be a set-up. */
function onlyOne(functions: readonly ExportedValue[], setUp: SetUp): SetUp | undefined {
  const [only, ...more] = functions;
  const canSetUp = only?.code === undefined || /manager/i.test(only.code);
  return only === undefined || more.length > 0 || !canSetUp ? undefined : as(setUp, only);
}

type Elsewhere = readonly { readonly path: string; readonly values: readonly ExportedValue[] }[];

/** Returns the set-up in the only other file that exports its name; files that re-export it do not count. */
function namedElsewhere(
  setUp: SetUp,
  elsewhere: Elsewhere,
  { expected, exportsIn }: { readonly expected: readonly SetUp[]; readonly exportsIn: (path: string) => FileExports },
): SetUp | undefined {
  // Kinds of several groups can have the same name.
  const same = expected.filter(({ name }) => name === setUp.name);
  if (same.filter(({ path }) => named(exportsIn(path).values, setUp) === undefined).length > 1) return undefined;
  const found = elsewhere.flatMap(({ path, values }) =>
    same.some((each) => each.path === path)
      ? []
      : values.filter(({ name }) => name === setUp.name).map((value) => ({ path, value })),
  );
  const declaring = found.filter(({ value }) => value.from === undefined);
  const [only, ...more] = declaring.length > 0 ? declaring : found;
  return only === undefined || more.length > 0 ? undefined : { ...setUp, path: only.path };
}

/** Returns the only function in all other files that builds the subject of a set-up. */
function builtElsewhere(setUp: SetUp, elsewhere: Elsewhere, taken: ReadonlySet<string>): SetUp | undefined {
  const found = elsewhere.flatMap(({ path, values }) =>
    values
      .filter((each) => each.from === undefined && each.isFunction && !taken.has(each.name) && builds(each, setUp))
      .map((value) => ({ path, value })),
  );
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? undefined : { ...as(setUp, only.value), path: only.path };
}

const builders: Readonly<Record<SetUp['role'], readonly RegExp[]>> = {
  controller: [/\bcontrollerManagedBy\s*\(/],
  webhook: [/\bwebhookManagedBy\s*\(/, /Defaulter|Validator/],
  conversion: [/\bwebhookManagedBy\s*\(/, /Conversion|Converter/],
};

/** Reports whether a function builds a controller or webhooks of the kind. */
function builds({ code = '' }: ExportedValue, { kind, role }: SetUp): boolean {
  const [, ...uses] = code.split(/\.\s*for\s*\(\s*(?=[\w$])/);
  const names = new Set([typeNameOf(kind), classNameOf(kind)]);
  return builders[role].every((each) => each.test(code)) && uses.some((each) => names.has(/^[\w$]+/.exec(each)![0]));
}

function as(setUp: SetUp, { name }: ExportedValue): SetUp {
  return name === 'default' ? { ...setUp, isDefault: true } : { ...setUp, name };
}

/** Returns the exports of a file, including the code of re-exports from other files of the project. */
function fileExports(path: string, read: ProjectCode['read'], open: Set<string>): FileExports {
  const text = read(path);
  if (text === undefined || open.has(path)) return { values: [], isOpen: false };
  open.add(path);
  const { values, modules } = exportsOf(text);
  const inModule = (module: string): FileExports | undefined => {
    const file = fileOf(path, module, read);
    return file === undefined ? undefined : fileExports(file, read, new Set(open));
  };
  const whole = modules.map((module) => ({ module, exports: inModule(module) }));
  return {
    values: [
      ...values.map((each) => resolved(each, inModule)),
      ...whole.flatMap(({ module, exports }) =>
        (exports?.values ?? [])
          .filter(({ name }) => name !== 'default')
          .map((each) => ({ ...each, from: { module, name: each.name } })),
      ),
    ],
    isOpen: whole.some(({ exports }) => exports === undefined || exports.isOpen),
  };
}

/** Returns a value with its code in the file that it comes from. */
function resolved(value: ExportedValue, inModule: (module: string) => FileExports | undefined): ExportedValue {
  const { from } = value;
  const source = from && inModule(from.module)?.values.find(({ name }) => name === from.name);
  if (source?.code === undefined) return value;
  return { ...value, code: source.code, isFunction: source.isFunction };
}

/** Returns the source file that an import refers to; undefined for packages and missing files. */
function fileOf(path: string, module: string, read: ProjectCode['read']): string | undefined {
  if (!module.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(path), module).replace(/\.js$/, '');
  if (target.startsWith('..')) return undefined;
  return [target, `${target}.ts`, `${target}/index.ts`].find(
    (each) => each.endsWith('.ts') && read(each) !== undefined,
  );
}
