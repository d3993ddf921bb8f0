import { moreEntries, type EntryLoader } from './base/diagnostics/more-entries.js';
import { checks, comparisonCodes, type Check, type CodeLoader } from './cli/commands/check/checks.js';
import { otherWays, type LoadedWay } from './cli/commands/create-api/other-ways.js';
import { editExtensions, type EditLoader } from './cli/commands/edit/extensions.js';
import { notes, type Note } from './cli/commands/manifests/notes.js';
import type { HelpGroup } from './cli/framework/cli-command.js';
import type { Command } from './cli/framework/command.js';
import type { Flags } from './cli/framework/flags.js';
import type { CommandGroup } from './cli/framework/program.js';
import { moreMarkers, type MarkerLoader } from './language/markers/more-markers.js';
import {
  codeReader,
  permissionReaders,
  type CodeReader,
  type PermissionReader,
} from './output/generate/code-reader.js';
import { judgeLoader, type JudgeOf } from './output/generate/judge.js';
import { recordBuilder, type RecordBuilder } from './output/operation/record-builder.js';
import { manifestGenerators, moreGenerators } from './output/generate/generators/more-generators.js';
import type { ManifestGenerator, OutputGenerator } from './output/generate/generator.js';
import { moreTemplateSets, type TemplateSet } from './project/layout/template-set.js';
import { moreParts, type ProjectPart } from './project/parts.js';
import { moreGeneratedPaths, type PathTest } from './project/paths.js';
import { deletionChecks, type DeletionCheck } from './scaffold/change/problems/deletion-checks.js';

/**
 * A capability of operator-gen beside its core, in a folder of `src/features/`. The core does not import features: it has
 * extension points, to which `installFeatures` adds what a feature declares. Each command line reads the declarations of
 * all features, so that their functions import what they need when they are called.
 */
export interface Feature {
  readonly name: string;
  /** The features whose code it imports. */
  readonly requires: readonly string[];
  /** Its commands, by the group in which the help lists them. */
  readonly commands?: Readonly<Partial<Record<HelpGroup, readonly (Command | CommandGroup)[]>>>;
  /** Its additional flags of other commands, by the name of the command. */
  readonly flags?: Readonly<Record<string, Flags>>;
  /** The entries of its own diagnostics, by code. */
  readonly diagnostics?: EntryLoader;
  /** Its part of a project, with the name that `--enable` accepts. */
  readonly part?: ProjectPart;
  readonly markers?: MarkerLoader;
  readonly templateSets?: readonly TemplateSet[];
  /** Reports whether a path is that of a file that it generates; only these are deleted when they are no longer generated. */
  readonly isGeneratedPath?: PathTest;
  /** Its generators of outputs from the model. */
  readonly generators?: readonly OutputGenerator[];
  /** Its generators of outputs from the manifests of all other generators. */
  readonly manifestGenerators?: readonly ManifestGenerator[];
  readonly codeReader?: CodeReader;
  readonly permissionReaders?: readonly PermissionReader[];
  readonly recordBuilder?: RecordBuilder;
  /** Its judge of generated manifests. */
  readonly judge?: () => Promise<JudgeOf>;
  /** The checks that `check` runs for it. */
  readonly checks?: readonly Check[];
  /** The codes of its problems that depend on the base of `check --against`. */
  readonly comparisonCodes?: CodeLoader;
  /** Its additions to the report of `manifests`, from results of earlier runs. */
  readonly notes?: readonly Note[];
  /** Its checks after the deletion of an API or a webhook. */
  readonly deletionChecks?: readonly DeletionCheck[];
  /** Its extension of `edit`, and its way of `create api`. */
  readonly edit?: EditLoader;
  readonly createApi?: readonly LoadedWay[];
}

const installed = new Map<string, Feature>();

/**
 * Adds features to the core, in their order. Features that were already added are ignored.
 * @throws Error when another feature has the name of one
 */
export function installFeatures(features: readonly Feature[]): void {
  for (const each of features) {
    const before = installed.get(each.name);
    if (before === each) continue;
    if (before !== undefined) throw new Error(`there are two features ${each.name}`);
    installed.set(each.name, each);
    if (each.diagnostics !== undefined) moreEntries.add(each.diagnostics);
    if (each.comparisonCodes !== undefined) comparisonCodes.add(each.comparisonCodes);
    if (each.part !== undefined) moreParts.add(each.part);
    if (each.isGeneratedPath !== undefined) moreGeneratedPaths.add(each.isGeneratedPath);
    if (each.markers !== undefined) moreMarkers.add(each.markers);
    if (each.codeReader !== undefined) codeReader.provide(each.codeReader);
    if (each.recordBuilder !== undefined) recordBuilder.provide(each.recordBuilder);
    if (each.judge !== undefined) judgeLoader.provide(each.judge);
    if (each.edit !== undefined) editExtensions.add(each.edit);
    moreTemplateSets.add(...(each.templateSets ?? []));
    moreGenerators.add(...(each.generators ?? []));
    manifestGenerators.add(...(each.manifestGenerators ?? []));
    permissionReaders.add(...(each.permissionReaders ?? []));
    checks.add(...(each.checks ?? []));
    notes.add(...(each.notes ?? []));
    deletionChecks.add(...(each.deletionChecks ?? []));
    otherWays.add(...(each.createApi ?? []));
  }
}
