import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { ListName } from '../emit/kustomization.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { CodeUses } from '../../base/model/permission.js';
import type { Host } from '../../base/io/host.js';
import type { Environment } from '../operation/outcome.js';
import type { Model } from '../../base/model/model.js';
import type { ScaffoldState } from '../plan/state.js';
import type { KindResults } from './kind-results.js';
import type { Project } from '../../project/project.js';

/** The input of a generator, available once the sources were read without errors. */
export interface GeneratorInput {
  readonly project: Project;
  readonly model: Model;
  readonly toolVersion: string;
  /** Returns what the code uses and creates. This loads the compiler, unless an earlier run has found it. */
  readonly uses: () => Promise<CodeUses>;
  /** The header of every generated manifest; empty if the project has none. */
  readonly header: string;
  /** Returns the text of a file by its path in the project; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** Returns all sources, to find code that is not in its usual file. */
  readonly sources: () => readonly { readonly path: string; readonly text: string }[];
  /** The record of files written by earlier runs. */
  readonly state: ScaffoldState;
  /** Results that follow from one kind alone. */
  readonly results: Pick<KindResults, 'crd'>;
}

/** Changes to a list of a kustomization that result from generated files. */
export interface KustomizationEntries {
  /** Path of the kustomization in the project. */
  readonly path: string;
  /** By default `resources`. */
  readonly list?: ListName;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Whether a missing file is created; otherwise it is skipped. */
  readonly makes: boolean;
}

/** The output of a generator. */
export interface GeneratorOutput {
  readonly files: readonly DesiredFile[];
  readonly kustomizations?: readonly KustomizationEntries[];
  readonly diagnostics?: readonly Diagnostic[];
}

/** A generator of one type of output. It reads only its input, and writes nothing. */
export interface OutputGenerator {
  readonly name: string;
  generate(input: GeneratorInput): GeneratorOutput | Promise<GeneratorOutput>;
}

/** The project of an output that is generated from other manifests. */
export interface ManifestSource {
  readonly host: Host;
  /** Absolute path of the project. */
  readonly root: string;
  readonly project: Project;
  /** Returns the text of a file by its path in the project; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  readonly helper: Environment['helper'];
  /** The record of files written by earlier runs. */
  readonly recorded: ScaffoldState;
  readonly model: Model;
  /** The manifests of this run. */
  readonly manifests: readonly DesiredFile[];
}

/** Generates an output that consists of other manifests, such as a chart, or reports their problems. */
export type ManifestGenerator = (source: ManifestSource) => Promise<Partial<Omit<GeneratorOutput, 'kustomizations'>>>;

/** Returns a file that the tool owns. */
export function generatedFile(path: string, content: string): DesiredFile {
  return { path, content, ownership: 'generated' };
}
