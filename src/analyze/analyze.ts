import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import { typescript, type ts } from '../ts/compiler.js';
import { positionAt } from '../ts/position.js';
import { createSourceProgram, type SourceProgram } from '../ts/program.js';
import type { ImportFiles } from '../ts/package-imports.js';
import { Analysis } from './analysis.js';
import { kindsOf } from './kinds.js';
import { mergeVersions } from './merge-versions.js';
import { sourcesBehind, type FilePart, type Parts } from './parts.js';
import { permissionsOf } from './permissions.js';
import { selectSources, type Source } from './sources.js';

export interface AnalyzeInput extends ImportFiles {
  /** Absolute folder of the project. */
  readonly root: string;
  readonly sources: readonly Source[];
  /** Absolute folder of the runtime's declarations. */
  readonly runtime: string;
  /** What some of the files say, as far as it is known from an earlier run: they are not read again. */
  readonly known?: Parts;
}

export interface AnalyzeResult {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/** A result that tells what each file has given to it. */
export interface AnalyzedFiles extends AnalyzeResult {
  /** Undefined where a file cannot be told from the others: there are problems, or declarations that no import leads to. */
  readonly parts: Parts | undefined;
}

/** Reads decorated sources into the model. All problems of all files are found in one run; nothing is thrown. */
export function analyze(input: AnalyzeInput): AnalyzedFiles {
  const texts = new Map(input.sources.map(({ path, text }) => [path, text]));
  const program = programOf(input, texts);
  const analysis = new Analysis(program);
  const readable = program.files.filter((file) => isReadable(file, analysis));
  const own = readable.filter(({ fileName }) => fileName.startsWith(`${input.root}/`));
  const declared = new Map(own.map((file) => [file.fileName, kindsOf(file, analysis)]));
  const fresh = own.map(({ fileName }, index): [string, FilePart] => [
    fileName,
    {
      declared: declared.get(fileName)!,
      rbac: permissionsOf(own[index]!, analysis),
      needs: sourcesBehind(fileName, program.imports, texts),
    },
  ]);
  // In an order that says nothing of how they were found: what is known stands among what was read.
  const parts = new Map([...(input.known ?? []), ...fresh].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const all = [...parts.values()];
  const merged = mergeVersions(
    all.flatMap((part) => part.declared),
    analysis,
  );
  const { diagnostics } = analysis;
  return {
    model: { ...merged, rbac: all.flatMap((part) => part.rbac) },
    diagnostics,
    parts: diagnostics.length === 0 && program.files.every(standsAlone) ? parts : undefined,
  };
}

function programOf(input: AnalyzeInput, texts: ReadonlyMap<string, string>): SourceProgram {
  const { kindFiles, otherFiles } = selectSources(input.sources);
  const toRead = (sources: readonly Source[]): string[] =>
    sources.map(({ path }) => path).filter((path) => !input.known?.has(path));
  return createSourceProgram({
    root: input.root,
    runtime: input.runtime,
    kindFiles: toRead(kindFiles),
    otherFiles: toRead(otherFiles),
    read: (path) => texts.get(path) ?? input.read(path),
    realpath: input.realpath,
  });
}

/** Reports what the compiler cannot even parse. */
function isReadable(file: ts.SourceFile, analysis: Analysis): boolean {
  const errors = analysis.program.syntaxErrors(file);
  for (const { start = 0, length = 1, messageText } of errors) {
    const position = positionAt(file, start, start + length, analysis.program.root);
    const message = typeof messageText === 'string' ? messageText : messageText.messageText;
    analysis.report('syntax-error', position, { message });
  }
  return errors.length === 0;
}

/** Whether a file has meaning only for those that import it. */
function standsAlone(file: ts.SourceFile): boolean {
  return (
    typescript.isExternalModule(file) &&
    file.referencedFiles.length === 0 &&
    !/\bdeclare\s+(?:global|module)\b/.test(file.text)
  );
}
