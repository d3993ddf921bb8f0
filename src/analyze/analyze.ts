import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import { positionAt } from '../ts/position.js';
import { createSourceProgram } from '../ts/program.js';
import type { ImportFiles } from '../ts/package-imports.js';
import { Analysis } from './analysis.js';
import { declarationsOf } from './declarations.js';
import { kindsOf } from './kinds.js';
import { mergeVersions } from './merge-versions.js';
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
  const texts = new Map(input.sources.map(({ path, text }) => [path, text]));
  const { kindFiles, otherFiles } = selectSources(input.sources);
  const program = createSourceProgram({
    root: input.root,
    runtime: input.runtime,
    kindFiles: kindFiles.map(({ path }) => path),
    otherFiles: otherFiles.map(({ path }) => path),
    read: (path) => texts.get(path) ?? input.read(path),
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
  const model = { ...mergeVersions(declared, analysis), ...declarationsOf(own, analysis) };
  return { model, diagnostics: analysis.diagnostics };
}
