import { expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { runtimeDeclarations } from '../../../src/base/io/runtime-declarations.js';
import { typescript, type ts } from '../../../src/language/compiler/compiler.js';
import { createSourceProgram } from '../../../src/language/compiler/program.js';
import { sharedFiles } from '../../../src/language/compiler/shared-files.js';
import { specSchema } from '../../support/generate.js';

const runtime = runtimeDeclarations();
const path = '/project/src/thing.ts';

/** The file of the runtime that declares `Condition`, in a program over one source. */
function conditionFile(source: string, changed: ReadonlyMap<string, string> = new Map()): ts.SourceFile {
  const { files, checker } = createSourceProgram({
    root: '/project',
    kindFiles: [path],
    otherFiles: [],
    runtime,
    read: (each) => (each === path ? source : (changed.get(each) ?? disk.read(each))),
    realpath: (each) => each,
  });
  const [name] = checker.getSymbolsInScope(files[0]!, typescript.SymbolFlags.Alias);
  return checker.getAliasedSymbol(name!).declarations![0]!.getSourceFile();
}

const source = "import { Condition } from '@operator-gen/runtime/api';\nexport const a: Condition = null!;\n";

it('parses the declarations of the runtime once for all programs', () => {
  const first = conditionFile(source);
  expect(first.fileName.startsWith(`${runtime}/`)).toBe(true);
  expect(conditionFile(`${source}\nexport const b = 1;`)).toBe(first);
});

it('parses a declaration file again when its text changes', () => {
  const first = conditionFile(source);
  const text = `${first.text}\nexport {};\n`;
  const second = conditionFile(source, new Map([[first.fileName, text]]));
  expect(second.text).toBe(text);
  expect(conditionFile(source)).not.toBe(second);
});

it('keeps no file of a program that did not come to its end', () => {
  const text = 'export {};';
  const parse = () => typescript.createSourceFile('/unfinished.d.ts', text, typescript.ScriptTarget.ES2022);
  const ended = sharedFiles().get('/unfinished.d.ts', text, parse);
  const program = sharedFiles();
  const finished = program.get('/unfinished.d.ts', text, parse);
  expect(finished).not.toBe(ended);
  program.keep();
  expect(sharedFiles().get('/unfinished.d.ts', text, parse)).toBe(finished);
});

it('does not show one project what another adds to the runtime', () => {
  const spec = 'conditions?: Condition[];';
  const fields = (before = ''): readonly string[] =>
    Object.keys(specSchema(spec, before).spec['properties']?.conditions.items.properties ?? {});
  const usual = fields();
  const added = `declare module '@operator-gen/runtime/api' { interface Condition { added?: string } }
declare global { interface Date { added?: string } }`;
  expect(fields(added)).toContain('added');
  expect(fields()).toEqual(usual);
  expect(usual).not.toContain('added');
});
