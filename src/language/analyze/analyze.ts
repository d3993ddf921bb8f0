import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { sha256 } from '../../base/io/sha256.js';
import { emptyModel, type Model } from '../../base/model/model.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { bounded } from '../compiler/bounded.js';
import { compilerProblem } from '../compiler/compiler-problem.js';
import { deepestPlace, isStackOverflow } from '../compiler/deepest-place.js';
import { EarlierResults } from '../compiler/earlier-results.js';
import { createSourceProgram, type SourceProgram } from '../compiler/program.js';
import { Analysis } from './analysis.js';
import { declarationsOf, joinDeclarations } from './declarations.js';
import { findDoubling } from './doubling.js';
import { reportGoMarkers } from './go-markers.js';
import { kindsOf } from './kinds.js';
import { mergeVersions } from './merge-versions.js';
import { reportMisplaced } from './misplaced.js';
import { sourcesBehind, type FilePart, type Parts } from './parts.js';
import { reportDeclaredTwice } from './redeclared.js';
import { deepest } from './schema.js';
import { addsToOthers, selectSources, type Source } from './sources.js';
import { reportUnread } from './unread-comments.js';
import type { ImportFiles } from '../compiler/import-files.js';

export interface AnalyzeInput extends ImportFiles {
  /** Absolute path of the project folder. */
  readonly root: string;
  readonly sources: readonly Source[];
  /** Absolute path of the folder with the runtime's declarations. */
  readonly runtime: string;
  /** Parts of files known from an earlier run, which are not read again. */
  readonly known?: Parts;
}

export interface AnalyzeResult {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of an analysis, with the part that each file contributed. */
export interface AnalyzedFiles extends AnalyzeResult {
  /**
   * Undefined if the contributions of the files cannot be separated: there are problems, or declarations that are used
   * without an import.
   */
  readonly parts: Parts | undefined;
}

const earlier = new EarlierResults<AnalyzedFiles>();

/** Like `analyze`, but sources without problems are analyzed once in a process, as long as they and their imports are the same. */
export function analyzeOnce(input: AnalyzeInput): AnalyzedFiles {
  const { root, runtime, sources, known } = input;
  if (known !== undefined && known.size > 0) return analyze(input);
  const key = sha256(JSON.stringify([root, runtime, selectSources(sources)]));
  const texts = textsOf(sources);
  // The host is not asked for sources, because those who record what it is asked compare the sources themselves.
  const files = { read: (path: string) => texts.get(path) ?? input.read(path), realpath: input.realpath };
  const found = earlier.find(key, files);
  if (found !== undefined) return found;
  const work = earlier.note(key, files);
  const result = analyze({ ...input, ...work.files });
  if (result.parts === undefined) return result;
  // Other sources affect the result only if they are imported, and their texts were given.
  for (const { needs } of result.parts.values()) for (const path of needs) work.files.read(path);
  work.keep(result);
  return result;
}

/** Reads decorated sources into the model. All problems of all files are found in one run; nothing is thrown. */
export function analyze(input: AnalyzeInput): AnalyzedFiles {
  const reading: Reading = { path: undefined };
  try {
    return bounded(() => analyzeAll(input, reading));
  } catch (error) {
    const place = isStackOverflow(error) ? deepestPlace(input.sources) : undefined;
    if (place === undefined) {
      const problem = compilerProblem(error, reading.path && posix.relative(input.root, reading.path));
      if (problem === undefined) throw error;
      return { model: emptyModel, diagnostics: [problem], parts: undefined };
    }
    // The compiler recurses into every bracket and name. If one file overflows the stack, the others are still read.
    const { source, at } = place;
    const others = input.sources.map((each) => (each === source ? { ...each, text: '' } : each));
    const { model, diagnostics } = analyze({ ...input, sources: others, known: new Map() });
    const before = source.text.slice(0, at).split('\n');
    const position = {
      file: posix.relative(input.root, source.path),
      line: before.length,
      column: before.at(-1)!.length + 1,
    };
    const problem = diagnostic('nesting-too-deep', { levels: deepest }, position);
    return { model, diagnostics: [problem, ...diagnostics], parts: undefined };
  }
}

function textsOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(sources.map(({ path, text }) => [path, text]));
}

/** The file being read, in case reading it does not finish. */
interface Reading {
  path: string | undefined;
}

function analyzeAll(given: AnalyzeInput, reading: Reading): AnalyzedFiles {
  // A file that adds to declarations of other files can be new while those files are unchanged.
  const input = given.sources.some(({ text }) => addsToOthers(text)) ? { ...given, known: new Map() } : given;
  const texts = textsOf(input.sources);
  const program = programOf(input, texts, reading);
  const analysis = new Analysis(program);
  if (reportDoubling(analysis)) return { model: emptyModel, diagnostics: analysis.diagnostics, parts: undefined };
  const readable = program.files.filter((file) => isReadable(file, analysis));
  const own = readable.filter(({ fileName }) => fileName.startsWith(`${input.root}/`));
  const declared = new Map(
    own.map((file) => {
      reading.path = file.fileName;
      return [file, kindsOf(file, analysis)];
    }),
  );
  const fresh = own.map((file): [string, FilePart] => [
    file.fileName,
    {
      declared: declared.get(file)!,
      declarations: declarationsOf(file, analysis),
      needs: sourcesBehind(file.fileName, program.imports, texts),
    },
  ]);
  for (const file of own) {
    reading.path = file.fileName;
    reportMisplaced(file, analysis);
    reportGoMarkers(file, analysis);
    reportDeclaredTwice(file, analysis);
  }
  // Runs after everything else was read, because the fields of a constructor are found with the kind.
  for (const file of own) reportUnread(file, analysis);
  // Sorted, so that the result does not depend on which parts were known and which were read.
  const parts = new Map([...(input.known ?? []), ...fresh].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const all = [...parts.values()];
  const merged = mergeVersions(
    all.flatMap((part) => part.declared),
    analysis,
  );
  const { diagnostics } = analysis;
  return {
    model: { ...merged, ...joinDeclarations(all.map((part) => part.declarations)) },
    diagnostics,
    parts: diagnostics.length === 0 && program.files.every(standsAlone) ? parts : undefined,
  };
}

/**
 * Reports values and types that keep doubling. It runs before the compiler is asked for a type, because the compiler
 * would expand them.
 */
function reportDoubling(analysis: Analysis): boolean {
  const found = findDoubling(analysis.program.files);
  if (found === undefined) return false;
  const text = found.content.getText();
  const expression = text.length > 60 ? `${text.slice(0, 60)}...` : text;
  analysis.report('value-too-large', found.name, { what: found.name.getText(), expression });
  return true;
}

function programOf(input: AnalyzeInput, texts: ReadonlyMap<string, string>, reading: Reading): SourceProgram {
  const { kindFiles, otherFiles } = selectSources(input.sources);
  const toRead = (sources: readonly Source[]): string[] =>
    sources.map(({ path }) => path).filter((path) => !input.known?.has(path));
  return createSourceProgram({
    root: input.root,
    runtime: input.runtime,
    kindFiles: toRead(kindFiles),
    otherFiles: toRead(otherFiles),
    read: (path) => {
      reading.path = path;
      // A byte order mark does not count as a character of the first line.
      return (texts.get(path) ?? input.read(path))?.replace(/^\ufeff/, '');
    },
    realpath: input.realpath,
  });
}

/** Reports the syntax errors of a file, and returns whether there are none. */
function isReadable(file: ts.SourceFile, analysis: Analysis): boolean {
  const errors = analysis.program.syntaxErrors(file);
  for (const { message, position } of errors) analysis.report('syntax-error', position, { message });
  return errors.length === 0;
}

/** Reports whether a file affects only the files that import it. */
function standsAlone(file: ts.SourceFile): boolean {
  return typescript.isExternalModule(file) && file.referencedFiles.length === 0 && !addsToOthers(file.text);
}
