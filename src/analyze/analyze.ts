import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import { positionAt } from '../ts/position.js';
import { createSourceProgram } from '../ts/program.js';
import type { ImportFiles } from '../ts/package-imports.js';
import { Analysis } from './analysis.js';
import { declarationsOf } from './declarations.js';
import { reportGoMarkers } from './go-markers.js';
import { kindsOf } from './kinds.js';
import { mergeVersions } from './merge-versions.js';
import { reportMisplaced } from './misplaced.js';
import { deepestPlace } from './nesting.js';
import { deepest } from './schema.js';
import { selectSources, type Source } from './sources.js';

export interface AnalyzeInput extends ImportFiles {
  /** Absolute folder of the project. */
  readonly root: string;
  readonly sources: readonly Source[];
  /** Absolute folder of the runtime's declarations. */
  readonly runtime: string;
}

export interface AnalyzeResult {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads decorated sources into the model. All problems of all files are found in one run; nothing is thrown. */
export function analyze(input: AnalyzeInput): AnalyzeResult {
  try {
    return analyzeAll(input);
  } catch (error) {
    // The compiler follows every bracket and every name with its stack: one file may be too much, the others are read.
    const place = isStackOverflow(error) ? deepestPlace(input.sources) : undefined;
    if (place === undefined) throw error;
    const { source, at } = place;
    const others = input.sources.map((each) => (each === source ? { ...each, text: '' } : each));
    const { model, diagnostics } = analyze({ ...input, sources: others });
    const before = source.text.slice(0, at).split('\n');
    const position = {
      file: posix.relative(input.root, source.path),
      line: before.length,
      column: before.at(-1)!.length + 1,
    };
    return { model, diagnostics: [diagnostic('nested-too-deep', { levels: deepest }, position), ...diagnostics] };
  }
}

function analyzeAll(input: AnalyzeInput): AnalyzeResult {
  const texts = new Map(input.sources.map(({ path, text }) => [path, text]));
  const { kindFiles, otherFiles } = selectSources(input.sources);
  const program = createSourceProgram({
    root: input.root,
    runtime: input.runtime,
    kindFiles: kindFiles.map(({ path }) => path),
    otherFiles: otherFiles.map(({ path }) => path),
    // A byte order mark is no character of the first line.
    read: (path) => (texts.get(path) ?? input.read(path))?.replace(/^\ufeff/, ''),
    realpath: input.realpath,
  });

  const analysis = new Analysis(program);
  const readable = program.files.filter((file) => {
    const errors = program.syntaxErrors(file);
    for (const { start = 0, length = 1, messageText } of errors) {
      const position = positionAt(file, start, start + length, input.root);
      const message = typeof messageText === 'string' ? messageText : messageText.messageText;
      analysis.report('syntax-error', position, { message });
    }
    return errors.length === 0;
  });
  const own = readable.filter(({ fileName }) => fileName.startsWith(`${input.root}/`));
  const declared = own.flatMap((file) => kindsOf(file, analysis));
  const declarations = declarationsOf(own, analysis);
  for (const file of own) {
    reportMisplaced(file, analysis);
    reportGoMarkers(file, analysis);
  }
  return { model: { ...mergeVersions(declared, analysis), ...declarations }, diagnostics: analysis.diagnostics };
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
