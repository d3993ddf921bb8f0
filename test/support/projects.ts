import { installAllFeatures } from '../../src/features.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DiagnosticsError, type Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { hasErrors } from '../../src/base/diagnostics/has-errors.js';
import { disk } from '../../src/base/io/disk.js';
import type { Host } from '../../src/base/io/host.js';
import { readOnce } from '../../src/base/io/read-once.js';
import { runtimeDeclarations } from '../../src/base/io/runtime-declarations.js';
import { adopt } from '../../src/features/adopt/run.js';
import type { AdoptOptions } from '../../src/features/adopt/flags.js';
import { check } from '../../src/cli/commands/check/run.js';
import { createFromCrd } from '../../src/features/import/from-crd/run.js';
import type { FromCrdOptions } from '../../src/features/import/from-crd/options.js';
import { createApi } from '../../src/cli/commands/create-api/run.js';
import { deleteApi } from '../../src/cli/commands/delete-api/run.js';
import { createWebhook } from '../../src/cli/commands/create-webhook/run.js';
import { deleteWebhook } from '../../src/cli/commands/delete-webhook/run.js';
import { edit } from '../../src/cli/commands/edit/run.js';
import { initialize } from '../../src/cli/commands/init/run.js';
import { inspect } from '../../src/cli/commands/inspect/run.js';
import { manifests } from '../../src/cli/commands/manifests/run.js';
import { renameApi } from '../../src/features/rename/run.js';
import type { CreateApiOptions } from '../../src/cli/commands/create-api/flags.js';
import type { CreateWebhookOptions } from '../../src/cli/commands/create-webhook/flags.js';
import type { DeleteApiOptions } from '../../src/cli/commands/delete-api/flags.js';
import type { DeleteWebhookOptions } from '../../src/cli/commands/delete-webhook/flags.js';
import type { EditOptions } from '../../src/cli/commands/edit/flags.js';
import type { ChartOptions } from '../../src/features/helm/flags.js';
import type { BundleEditOptions } from '../../src/features/olm/flags.js';
import type { InitOptions } from '../../src/cli/commands/init/flags.js';
import type { RenameApiOptions } from '../../src/features/rename/flags.js';
import type { Environment, Outcome } from '../../src/output/operation/outcome.js';
import { apply } from '../../src/output/plan/apply.js';
import type { Helper } from '../../src/base/helper/helper.js';
import { plannedOnce } from './planned-once.js';
import {
  folderContent,
  projectFolder,
  projectFolders,
  restore,
  snapshot,
  type FolderContent,
  type Tree,
} from './tree.js';

installAllFeatures();

/** A project in a temporary folder, on which the operations of the commands are run. */
export interface TestProject {
  readonly root: string;
  init(options?: Partial<InitOptions>): Promise<Outcome>;
  adopt(options?: Partial<AdoptOptions> & { readonly dryRun?: boolean }): Promise<Outcome>;
  createApi(options?: Partial<CreateApiOptions>): Promise<Outcome>;
  /** @param input returns the standard input */
  fromCrd(
    options: Partial<FromCrdOptions> & { readonly dryRun?: boolean },
    outside?: Pick<Environment, 'input' | 'helper'>,
  ): Promise<Outcome>;
  settings(
    options: Partial<EditOptions & ChartOptions & BundleEditOptions> & { readonly dryRun?: boolean },
  ): Promise<Outcome>;
  deleteApi(options?: Partial<DeleteApiOptions> & { readonly dryRun?: boolean }): Promise<Outcome>;
  rename(options: Partial<RenameApiOptions> & { readonly dryRun?: boolean }): Promise<Outcome>;
  createWebhook(options?: Partial<CreateWebhookOptions> & { readonly dryRun?: boolean }): Promise<Outcome>;
  deleteWebhook(options?: Partial<DeleteWebhookOptions>): Promise<Outcome>;
  manifests(): Promise<Outcome>;
  check(): Promise<Outcome>;
  inspect(): Promise<Outcome>;
  read(path: string): string;
  write(path: string, content: string): void;
  /** Replaces a text that must exist. */
  edit(path: string, before: string, after: string): void;
  snapshot(): Record<string, string>;
}

const noWebhook = {
  version: 'v1',
  kind: 'WebServer',
  defaulting: false,
  validation: false,
  conversion: false,
  force: false,
};

const fromFile: FromCrdOptions = {
  fromCrd: 'crds',
  typesOnly: false,
  controller: true,
  ignoreDescriptions: false,
  force: false,
};

// What every analysis reads of the package itself, which no test changes.
const runtime = runtimeDeclarations();
const { read: readRuntime } = readOnce(disk);

/** The disk without flushing: no test of the commands needs to survive a power failure. */
const quickDisk: Host = {
  ...disk,
  sync: () => undefined,
  read: (path, limit) => (path.startsWith(runtime) ? readRuntime(path, limit) : disk.read(path, limit)),
};

let upstream: Helper | undefined;

/** The helpers that were asked by now. A helper gives one answer to a question. */
const helpers: (Helper | undefined)[] = [];

/** Has the projects of a test file ask a helper, as on the command line; or none. */
export function answerFor(helper: Helper | undefined): void {
  upstream = helper;
  if (!helpers.includes(helper)) helpers.push(helper);
}

/**
 * Creates an empty folder, or one with these files, and a host, which may be faulty.
 * @param root an existing folder
 */
export function testFolder(files: Tree = {}, host: Host = quickDisk, root = projectFolder(files)): TestProject {
  const environment = { host, cwd: root, env: {}, helper: upstream };
  const helperName = upstream && helpers.indexOf(upstream);
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  /** Executes a plan like the command line: problems that were thrown are added to the outcome, and errors stop the plan. */
  const carryOut = async (plan: () => Promise<Outcome>, writes: boolean): Promise<Outcome> => {
    const outcome = await plan().catch((error: unknown) => {
      if (!(error instanceof DiagnosticsError)) throw error;
      return { root, plan: { files: [] }, diagnostics: error.diagnostics, summary: '', next: [] };
    });
    const failed = hasErrors(outcome.diagnostics);
    const blocked = outcome.plan.files.some(({ action }) => action === 'conflict');
    if (writes && !failed && !blocked) apply(host, root, outcome.plan);
    return outcome;
  };
  // Of a folder whose surroundings no test changes.
  const isUsual = host === quickDisk && root.startsWith(projectFolders);
  /** For commands that read nothing but the project. */
  const run = <Options>(
    operation: (options: Options, environment: Environment) => Promise<Outcome>,
    options: Options,
    writes = true,
  ): Promise<Outcome> => {
    const plan = (): Promise<Outcome> => operation(options, environment);
    return carryOut(isUsual ? () => plannedOnce(root, [operation.name, options, helperName], plan) : plan, writes);
  };
  return {
    root,
    read,
    write,
    init: (options) =>
      run(initialize, {
        domain: 'my.domain',
        projectName: 'test-operator',
        skipInstall: true,
        force: false,
        minimal: false,
        ...options,
      }),
    adopt: ({ dryRun = false, ...options } = {}) =>
      carryOut(() => adopt({ typesOnly: false, skipInstall: true, force: false, ...options }, environment), !dryRun),
    createApi: (options) =>
      run(createApi, {
        version: 'v1',
        kind: 'WebServer',
        resource: true,
        controller: true,
        namespaced: true,
        force: false,
        ...options,
      }),
    fromCrd: ({ dryRun = false, ...options }, outside) =>
      carryOut(() => createFromCrd({ ...fromFile, ...options }, { ...environment, ...outside }), !dryRun),
    settings: ({ dryRun = false, ...options }) => run(edit, { force: false, ...options }, !dryRun),
    deleteApi: ({ dryRun = false, ...options } = {}) =>
      run(deleteApi, { version: 'v1', kind: 'WebServer', force: false, ...options }, !dryRun),
    createWebhook: ({ dryRun = false, ...options } = {}) =>
      run(createWebhook, { ...noWebhook, spoke: [], ...options }, !dryRun),
    deleteWebhook: (options) => run(deleteWebhook, { ...noWebhook, ...options }),
    manifests: () => run(manifests, {}),
    check: () => run(check, {}, false),
    inspect: () => run(inspect, {}, false),
    rename: ({ dryRun = false, ...options }) => run(renameApi, { force: false, ...options }, !dryRun),
    edit: (path, before, after) => {
      const text = read(path);
      if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
      write(path, text.replace(before, after));
    },
    snapshot: () => snapshot(root),
  };
}

/** Creates a project for the first caller in a test file, and returns copies of it to all others. */
export function madeOnce(make: () => Promise<TestProject>): () => Promise<TestProject> {
  let made: Promise<FolderContent> | undefined;
  return async () => {
    if (made !== undefined) {
      const copy = testFolder();
      restore(await made, copy.root);
      return copy;
    }
    const making = make();
    made = making.then(({ root }) => folderContent(root));
    // Before the caller changes it.
    await made;
    return making;
  };
}

/** A project as created by `init`. */
export const newProject = madeOnce(async () => {
  const project = testFolder();
  await project.init();
  return project;
});

/** A project with one API, WebServer of my.domain/v1. */
export const projectWithApi = madeOnce(async () => {
  const project = await newProject();
  await project.createApi();
  return project;
});

/** The group of the kinds in `largeProject`. */
export const shop = { group: 'shop' };

/** A project with two kinds, two versions, webhooks, a conversion, and webhooks of a built-in kind. */
export const largeProject = madeOnce(async () => enlarged(await newProject()));

/** The same, with separate folders for each group. */
export const largeMultigroupProject = madeOnce(async () => {
  const project = await newProject();
  await project.settings({ multigroup: true });
  return enlarged(project);
});

async function enlarged(project: TestProject): Promise<TestProject> {
  const made = [
    await project.createApi(shop),
    await project.createApi({ ...shop, version: 'v2' }),
    await project.createApi({ ...shop, kind: 'Cart', namespaced: false, plural: 'trolleys' }),
    await project.createWebhook({ ...shop, defaulting: true, validation: true }),
    await project.createWebhook({ ...shop, version: 'v2', conversion: true, spoke: ['v1'] }),
    await project.createWebhook({ group: 'apps', kind: 'Deployment', validation: true }),
  ];
  const notes = ['built-in-kind-webhook', 'storage-version-moved'];
  const problems = made.flatMap(problemsOf).filter((code) => !notes.includes(code));
  if (problems.length > 0) throw new Error(`the project was not made: ${problems.join(', ')}`);
  return project;
}

/** Returns the codes of the problems, and those of the files that block the plan. */
export function problemsOf({ diagnostics, plan }: Outcome): string[] {
  const conflicts = plan.files.filter(({ action }) => action === 'conflict').map(({ path }) => `conflict ${path}`);
  return [...diagnostics.map(({ code }: Diagnostic) => code), ...conflicts];
}

/** Returns the changes that a plan would make, without unchanged files. */
export function changesOf({ plan }: Outcome): string[] {
  return plan.files.filter(({ action }) => action !== 'unchanged').map(({ action, path }) => `${action} ${path}`);
}
