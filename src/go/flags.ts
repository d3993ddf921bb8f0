import { argumentsOf, behindTypes, codeOf, type GoRange } from './calls.js';
import { keysBetween } from './literals.js';
import type { GoPlace } from './place.js';
import type { GoProgram } from './program.js';
import type { GoText } from './text.js';
import { assignedIn } from './variables.js';

/** A flag that a file declares. */
export interface GoFlag {
  /** Undefined if it is known only at run time. */
  readonly name: string | undefined;
  /** The code of its name. */
  readonly code: string;
  readonly offset: number;
  /** The variable that has its value: `options.name`. */
  readonly target: string | undefined;
  /** Its default, if that is a text. */
  readonly fallback: string | undefined;
}

const flagPackages = /^(?:flag|github\.com\/spf13\/pflag)$/;
/** Packages whose types declare flags, in addition to those of flags themselves. */
const commandPackages = /^(?:github\.com\/spf13\/cobra|k8s\.io\/component-base\/cli\/flag)$/;
const otherPackages = /\b(?:urfave\/cli|kingpin)\b/;

/** The methods that declare flags: `String`, `StringVar`, `StringVarP`, `Var`, `Func`. */
const method =
  /^(?:(?:Bool|Uint|Int|Uint8|Uint16|Uint32|Uint64|Int8|Int16|Int32|Int64|Float32|Float64|String|Duration|IP|IPMask|IPNet|Count|Text|Time|Func|BoolFunc|BytesHex|BytesBase64|StringToString|StringToInt|StringToInt64)(?:Slice|Array)?(?:Var)?P?|VarP?F?)$/;

/** Returns the flags that a file declares: with the packages `flag` and `pflag`, sets of flags, commands, or in literals. */
export function flagsIn(program: GoProgram, file: GoText): readonly GoFlag[] {
  const imports = program.importsOf(file);
  const paths = [...imports.values()];
  const all: GoFlag[] = [];
  if (paths.some((each) => flagPackages.test(each) || commandPackages.test(each)))
    all.push(...declaredFlags(program, file, imports));
  if (paths.some((each) => otherPackages.test(each))) all.push(...otherFlags(program, file));
  return all;
}

function declaredFlags(program: GoProgram, file: GoText, imports: ReadonlyMap<string, string>): readonly GoFlag[] {
  return [...file.code.matchAll(/(?:\b(\w+)|\))\.\s*(\w+)\(/g)].flatMap(
    ({ 0: start, 1: receiver = '', 2: name = '', index }) => {
      const open = index + start.length - 1;
      const path = imports.get(receiver);
      const isPackage = path !== undefined && flagPackages.test(path);
      if (!method.test(name) || (path !== undefined && !isPackage)) return [];
      const given = argumentsOf(file, open, file.closing.get(open) ?? open);
      const flag = flagOf(program, file, { name, given, before: file.code.slice(Math.max(0, index - 100), index) });
      // Other packages have methods of these names, too.
      return flag === undefined || (!isPackage && flag.name === undefined) ? [] : [flag];
    },
  );
}

interface Declared {
  readonly name: string;
  readonly given: readonly GoRange[];
  readonly before: string;
}

function flagOf(program: GoProgram, file: GoText, { name, given, before }: Declared): GoFlag | undefined {
  const hasVariable = name.includes('Var');
  const isShort = /PF?$/.test(name) && name !== 'IP';
  const least = (/^(?:Count|Var)/.test(name) ? 2 : 3) + Number(hasVariable) + Number(isShort);
  const named = given[hasVariable ? 1 : 0];
  if (named === undefined || given.length < least) return undefined;
  const textOf = (range: GoRange | undefined): string | undefined =>
    range && program.textOf(file, codeText(file, range));
  const found = textOf(named);
  const usage = given.at(name.includes('Func') ? -2 : -1)!;
  const isUsage = textOf(usage) !== undefined || /^["`]|\(|\+/.test(codeOf(file, usage));
  if (!isUsage || (found !== undefined && !/^[A-Za-z][\w.-]*$/.test(found))) return undefined;
  const target = hasVariable ? codeOf(file, given[0]!).replace(/^&/, '') : assignedIn(before);
  const fallback = textOf(given[given.indexOf(named) + (isShort ? 2 : 1)]);
  return { name: found, code: codeText(file, named), offset: named.from, target, fallback };
}

const codeText = ({ text }: GoText, { from, to }: GoRange): string => text.slice(from, to);

/** Returns the flags of `&cli.StringFlag{Name: "color"}` and of `app.Flag("color", "help")`. */
function otherFlags(program: GoProgram, file: GoText): readonly GoFlag[] {
  const { code, closing } = file;
  const literals = [...code.matchAll(/\bcli\.\w+Flag\b/g)].flatMap(({ 0: start, index }) => {
    const open = behindTypes(file, index + start.length);
    const close = code.charAt(open) === '{' ? closing.get(open) : undefined;
    const name =
      close === undefined ? undefined : keysBetween(code, closing, open, close).find((each) => each.name === 'Name');
    return name === undefined ? [] : [name];
  });
  const calls = [...code.matchAll(/\.Flag\(/g)].flatMap(({ 0: start, index }) => {
    const open = index + start.length - 1;
    return argumentsOf(file, open, closing.get(open) ?? open).slice(0, 1);
  });
  return [...literals, ...calls].map((range) => {
    const name = program.textOf(file, codeText(file, range));
    return { name, code: codeText(file, range), offset: range.from, target: undefined, fallback: undefined };
  });
}

/** Returns the calls that declare the flags of other packages: `klog.InitFlags(nil)`. */
export function foreignFlagsIn(program: GoProgram, file: GoText): readonly GoPlace[] {
  const imports = program.importsOf(file);
  const calls = [...file.code.matchAll(/\b(\w+)\.(InitFlags|AddFlags|BindFlags)\(/g)];
  return calls.flatMap(({ 1: name = '', 2: called = '', index }) => {
    const path = imports.get(name);
    const isForeign = path !== undefined && program.folderOf(path) === undefined;
    return isForeign ? [{ name: `${name}.${called}`, offset: index }] : [];
  });
}
