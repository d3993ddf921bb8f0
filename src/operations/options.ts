import type { License } from '../project/license.js';
import type { Certificates, DeployImage } from '../project/project.js';
import type { NamedKind } from './known-resource.js';

/** What a project is told about its licence; what is absent stays, or is none. */
export interface LicenseOptions {
  readonly license?: License['license'];
  /** Path of a file with words of the user's own for the beginning of every file. */
  readonly licenseFile?: string;
  /** Who has the copyright. */
  readonly owner?: string;
  /** The year of the copyright, where there is none yet. */
  readonly year?: number;
}

/** What `init` is told. Nothing is left to be guessed: the command line and the questions have settled every value. */
export interface InitOptions extends LicenseOptions {
  /** Suffix of the project's API groups, e.g. `my.domain`. */
  readonly domain: string;
  /** Prefix of the names in the cluster, e.g. `webserver-operator`. */
  readonly projectName: string;
  /** Whether the code of each API group has a folder of its own. */
  readonly multigroup?: boolean;
  /** Whether the operator looks after its own namespace alone. */
  readonly namespaced?: boolean;
  readonly skipInstall: boolean;
  /** Writes over files that stand in the way. */
  readonly force: boolean;
}

/** What `create api` is told. */
export interface CreateApiOptions extends NamedKind {
  /** Whether the types are scaffolded; without them the kind may be one of others. */
  readonly resource: boolean;
  /** Whether a controller is scaffolded. */
  readonly controller: boolean;
  /** A name for the controller, where a kind has several; absent means that it is called after the kind. */
  readonly controllerName?: string;
  /** False for a kind whose objects belong to the cluster. */
  readonly namespaced: boolean;
  /** Types and a controller that keeps Pods of an image, instead of those that do nothing yet. */
  readonly deployImage?: DeployImage;
  /** Writes over files that stand in the way. */
  readonly force: boolean;
}

/** What `manifests` and `check` are told beside what the project says. */
export interface ManifestsOptions {
  /** Warnings are errors: after one of them nothing is written. */
  readonly strict?: boolean;
}

/** `inspect` is told nothing: the project says all. */
export type InspectOptions = Readonly<Record<never, never>>;

/** What `inspect markers` is told. */
export interface InspectMarkersOptions {
  /** The markers to describe, by the names of their decorators; absent means all of them. */
  readonly names?: readonly string[];
  /** The marker of Go that was asked for, where other things than a marker stand for it. */
  readonly replaced?: string;
}

export type CheckOptions = ManifestsOptions;

/** What `delete api` is told. */
export interface DeleteApiOptions {
  /** First part of the API group; absent means that the group is the domain itself. */
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
  /** Removes files that the user has changed, too. */
  readonly force: boolean;
}

/** What `delete webhook` is told; with none of the three sorts, all go. */
export interface DeleteWebhookOptions {
  /** First part of the API group; absent means that the group is the domain itself. */
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
  /** Removes files that the user has changed, too. */
  readonly force: boolean;
}

/** What `create webhook` is told. */
export interface CreateWebhookOptions extends NamedKind {
  /** Who makes the certificate of all webhooks of the project; absent means that it stays as it is. */
  readonly certificates?: Certificates;
  readonly defaulting: boolean;
  /** Called `--programmatic-validation`: the schema validates as well. */
  readonly validation: boolean;
  readonly conversion: boolean;
  /** The versions that are converted to this one, the hub. */
  readonly spoke: readonly string[];
  /** Other paths than those that follow from group, version and kind. */
  readonly defaultingPath?: string;
  readonly validationPath?: string;
  /** Writes over files that stand in the way. */
  readonly force: boolean;
}

/** What `edit` is told: settings of the project that are to be other ones; absent means that they stay. */
export interface EditOptions extends LicenseOptions {
  /** Suffix of the API groups. */
  readonly domain?: string;
  /** Prefix of the names in the cluster. */
  readonly projectName?: string;
  /** Whether the code of each API group has a folder of its own. */
  readonly multigroup?: boolean;
  /** Whether the operator looks after its own namespace alone. */
  readonly namespaced?: boolean;
  /** Writes over files that stand in the way. */
  readonly force: boolean;
}

/** What `rename api` is told. */
export interface RenameApiOptions {
  /** First part of the API group; absent means that the group is the domain itself. */
  readonly group?: string;
  /** Absent means all kinds of the group. */
  readonly kind?: string;
  readonly toKind?: string;
  /** Absent means that it follows from the new kind by the rules of English, where there is a new kind. */
  readonly toPlural?: string;
  /** Empty for the group that is the domain itself. */
  readonly toGroup?: string;
  /** Writes over files that stand in the way. */
  readonly force: boolean;
}
