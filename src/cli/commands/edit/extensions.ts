import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { extensionPoint } from '../../../base/extensions/extension-point.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { MadePlan } from '../../../output/plan/make-plan.js';
import type { FoundProject } from '../../../project/find-project.js';
import type { ProjectSettings } from '../../../project/project-settings.js';
import type { Project } from '../../../project/project.js';
import type { OtherFiles } from '../../../scaffold/change/change-project.js';

/** A change of settings by the flags of a feature, with the options that these flags set. */
export interface EditExtension<Options = object> {
  /** Returns the settings that the flags request; unchanged settings are absent. */
  readonly settings: (options: Options, project: Project) => ProjectSettings;
  /** Returns changes of files that no template or generator produces. */
  readonly files?: (change: SettingsChange) => OtherFiles & { readonly diagnostics: readonly Diagnostic[] };
  /** Returns the diagnostics of the plan: those that were found, with the severity that fits the change, and additional ones. */
  readonly reported?: (change: SettingsChange, made: MadePlan) => readonly Diagnostic[];
}

/** A change of the settings of a project. */
export interface SettingsChange {
  readonly environment: Environment;
  readonly found: FoundProject;
  readonly settings: ProjectSettings;
  /** Whether files of the user can be overwritten. */
  readonly force: boolean;
}

/** Loads the extension of `edit` that a feature provides. */
export type EditLoader = () => Promise<EditExtension>;

/** The extensions of `edit` that features add. */
export const editExtensions = extensionPoint<EditLoader>();
