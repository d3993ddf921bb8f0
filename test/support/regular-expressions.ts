import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { textMatching } from '../../src/output/emit/example-text.js';
import { typescript, type ts } from '../../src/language/compiler/compiler.js';
import { isFull } from './seed.js';

/** A regular expression in a source file. */
export interface FoundExpression {
  /** `src/x.ts:12 /a+/g` */
  readonly label: string;
  readonly expression: RegExp;
}

/** A `new RegExp(...)` in a source file. */
export interface MadeExpression {
  readonly file: string;
  readonly source: string;
}

/** Returns the source files in a folder, except for tests and generated types. */
export function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/k8s/'));
}

/** Returns every regular expression literal in a source file, and every place where an expression is created from a text. */
export function expressionsIn(path: string): {
  readonly found: readonly FoundExpression[];
  readonly made: readonly MadeExpression[];
} {
  const found: FoundExpression[] = [];
  const made: MadeExpression[] = [];
  const file = typescript.createSourceFile(path, readFileSync(path, 'utf8'), typescript.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (typescript.isRegularExpressionLiteral(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const end = node.text.lastIndexOf('/');
      const expression = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
      found.push({ label: `${path}:${line + 1} ${String(expression)}`, expression });
    }
    const isMade = typescript.isNewExpression(node) || typescript.isCallExpression(node);
    if (isMade && node.expression.getText() === 'RegExp') made.push({ file: path, source: node.getText() });
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return { found, made };
}

// Step by step: exponential time has to be noticed before it is too late. Quadratic time exceeds what is allowed several times
// at the last step, whatever else the machine does: `export` again and again takes 300 ms.
const repetitions = [...Array.from({ length: 14 }, (_, index) => 4 + 2 * index), 50, 100, 1000, 10_000];
const longest = isFull ? 80_000 : 60_000;
const allowedMilliseconds = isFull ? 150 : 60;

/**
 * Runs an expression on texts that are designed to be hard for it: repetitions of what a part of it matches, after what
 * the parts before it match. Returns a text for which it takes more than linear time; undefined if there is none.
 */
export function slowText(expression: RegExp): string | undefined {
  for (const { before, pump } of pumpsOf(expression)) {
    for (const end of ['', '!', '\n']) {
      const most = Math.max(50, Math.floor(longest / pump.length));
      for (const times of [...repetitions.filter((each) => each < most), most]) {
        const text = before + pump.repeat(times) + end;
        // More than once: the collector of garbage may have been at work.
        if ([1, 2, 3].every(() => millisecondsOf(expression, text) > allowedMilliseconds))
          return `${before}(${pump})*${end} of ${text.length}`;
      }
    }
  }
  return undefined;
}

/** Returns the processor time in milliseconds, which other processes do not affect. */
function millisecondsOf(expression: RegExp, text: string): number {
  const start = process.cpuUsage();
  if (expression.global) for (const _ of text.matchAll(expression));
  else expression.test(text);
  return process.cpuUsage(start).user / 1000;
}

interface Pump {
  readonly before: string;
  readonly pump: string;
}

function pumpsOf({ source, flags }: RegExp): readonly Pump[] {
  const all = new Map<string, Pump>();
  const sample = (elements: readonly AST.Element[]): string =>
    textMatching(elements.map(({ raw }) => raw).join(''), 1) ?? '';
  const add = (elements: readonly AST.Element[], start: number, end: number): void => {
    const pump = sample(elements.slice(start, end));
    if (pump === '') return;
    for (const before of ['', sample(elements.slice(0, start))]) all.set(`${before}|${pump}`, { before, pump });
  };
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') }), {
    onAlternativeEnter({ elements }) {
      for (let index = 0; index < elements.length; index += 1) {
        add(elements, 0, index + 1);
        add(elements, index, index + 1);
        add(elements, index, index + 2);
        add(elements, index, elements.length);
      }
    },
  });
  return [...all.values()];
}
