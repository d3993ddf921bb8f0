/** A value that code exports. */
export interface ExportedValue {
  /** The name under which it is exported; `default` for the default export. */
  readonly name: string;
  /** Its code; undefined if it comes from another module. */
  readonly code?: string;
  readonly isFunction: boolean;
  /** The module that declares it, and its name there. */
  readonly from?: { readonly module: string; readonly name: string };
}

/** The values that code exports, and the modules that it re-exports completely. */
export interface Exports {
  readonly values: readonly ExportedValue[];
  readonly modules: readonly string[];
}

const statement =
  /^(?=(?:export|import|declare|abstract|class|interface|type|enum|async|function|const|let|var|@\w+)\b)/m;
const exported = /^export\s+(default\s+)?/;
const functionName = /^(?:async\s+)?function\b\s*([\w$]+)?/;
const variableName = /^(?:const|let|var)\s+([\w$]+)/;
const destructured = /^(?:const|let|var)\s*[{[]([^{}[\]=]*)[}\]]\s*=/;
const functionValue = /^=\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>)/;
const listed = /^export\s*\{([^{}]*)\}(?:\s*from\s*(['"])([^'"]*)\2)?/;
const wholeModule = /^export\s*\*\s*from\s*(['"])([^'"]*)\1/;

/**
 * Returns what code exports at the beginning of lines. It reads text, because most runs do not load the compiler:
 * exports that it cannot read are reported as missing.
 */
export function exportsOf(text: string): Exports {
  const statements = withoutBlockComments(text).split(statement);
  const local = new Map<string, ExportedValue>(
    statements.flatMap((each) => declared(each).map((value) => [value.name, value] as const)),
  );
  return {
    values: statements.flatMap((each) => [...exportedBy(each, local), ...listedBy(each, local)]),
    modules: statements.flatMap((each) => wholeModule.exec(each)?.[2] ?? []),
  };
}

function exportedBy(code: string, local: ReadonlyMap<string, ExportedValue>): readonly ExportedValue[] {
  const [head, isDefault] = exported.exec(code) ?? [];
  if (head === undefined) return [];
  const rest = code.slice(head.length);
  if (isDefault === undefined) return declared(code);
  const known = local.get(/^([\w$]+)\s*(?:;\s*)?$/m.exec(rest.slice(0, 200))?.[1] ?? '');
  if (known !== undefined) return [{ ...known, name: 'default' }];
  return [
    { name: 'default', code, isFunction: functionName.test(rest) || functionValue.test(`=${rest.slice(0, 200)}`) },
  ];
}

/** Returns the values that a statement declares, exported or not. */
function declared(code: string): readonly ExportedValue[] {
  const rest = code.replace(exported, '');
  const named = functionName.exec(rest)?.[1];
  if (named !== undefined) return [{ name: named, code, isFunction: true }];
  const variable = variableName.exec(rest)?.[1];
  if (variable !== undefined) return [{ name: variable, code, isFunction: holdsFunction(rest) }];
  const names = destructured.exec(rest)?.[1]?.split(',') ?? [];
  return names.flatMap((each) => {
    const name = lastWord(each);
    return name === undefined ? [] : [{ name, code: '', isFunction: isFunctionName(name) }];
  });
}

/** Returns the values of a list: `export { a, b as c } from './a.js'`. */
function listedBy(code: string, local: ReadonlyMap<string, ExportedValue>): readonly ExportedValue[] {
  const [, names, , module] = listed.exec(code) ?? [];
  return (names?.split(',') ?? []).flatMap((each): readonly ExportedValue[] => {
    const name = lastWord(each);
    if (name === undefined || /^\s*type\s/.test(each)) return [];
    const source = /[\w$]+/.exec(each)![0];
    if (module !== undefined) return [{ name, isFunction: isFunctionName(name), from: { module, name: source } }];
    const { code: own, isFunction = isFunctionName(name) } = local.get(source) ?? {};
    return [{ name, isFunction, ...(own === undefined ? {} : { code: own }) }];
  });
}

function lastWord(text: string): string | undefined {
  return /(?:^|[\s:])([\w$]+)\s*$/.exec(text)?.[1];
}

/** Reports whether a name starts like that of a function: with a lowercase letter, while classes start with a capital. */
function isFunctionName(name: string): boolean {
  return /^[a-z_$]/.test(name);
}

/** Reports whether the value of a constant is a function: it begins after an equals sign on the first line of the code. */
function holdsFunction(code: string): boolean {
  const line = code.indexOf('\n');
  const first = line < 0 ? code.length : line;
  for (let at = code.indexOf('='); at >= 0 && at < first; at = code.indexOf('=', at + 1))
    if (functionValue.test(code.slice(at, at + 200))) return true;
  return false;
}

/** Returns code without the comments that start on their own line, because code in them is not exported. */
function withoutBlockComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', at)) {
    const before = text.slice(text.lastIndexOf('\n', at) + 1, at);
    const end = before.trim() === '' ? text.indexOf('*/', at + 2) : -1;
    if (end < 0) {
      at += 2;
      continue;
    }
    // The code after the comment is then at the beginning of a line.
    parts.push(text.slice(from, at - before.length));
    from = end + 2 + /^[ \t]*/.exec(text.slice(end + 2, end + 2 + 200))![0].length;
    at = from;
  }
  return [...parts, text.slice(from)].join('');
}
