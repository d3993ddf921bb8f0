import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DesiredFile } from '../layout/desired-file.js';
import type { Model } from '../model/model.js';
import type { ScaffoldState } from '../plan/state.js';
import type { Project } from '../project/project.js';

/** What a generator reads: everything that is known once the sources were read without an error. */
export interface GeneratorInput {
  readonly project: Project;
  readonly model: Model;
  readonly toolVersion: string;
  /** The beginning of every generated manifest; empty where the project wants none. */
  readonly header: string;
  /** The text of a file of the project by its path in it; undefined where there is none. */
  readonly read: (path: string) => string | undefined;
  /** What earlier runs wrote. */
  readonly state: ScaffoldState;
}

/** Entries of the `resources` of a kustomization that follow from what is generated. */
export interface KustomizationEntries {
  /** The path of the kustomization in the project. */
  readonly path: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Whether the file is made where it is missing; otherwise it is left out. */
  readonly makes: boolean;
}

/** What a generator makes. */
export interface GeneratorOutput {
  readonly files: readonly DesiredFile[];
  readonly kustomizations?: readonly KustomizationEntries[];
  readonly diagnostics?: readonly Diagnostic[];
}

/** Makes one sort of output of a project. Reads its input alone, and writes nothing. */
export interface OutputGenerator {
  readonly name: string;
  generate(input: GeneratorInput): GeneratorOutput;
}

/** Returns a file that belongs to the tool. */
export function generatedFile(path: string, content: string): DesiredFile {
  return { path, content, ownership: 'generated' };
}
