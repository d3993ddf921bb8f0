import { posix } from 'node:path';
import { firstInstallation } from '../../scaffold/change/packages/first-installation.js';
import { managerIndex } from '../../scaffold/change/kustomizations/manager-container.js';
import { projectPackages } from '../../scaffold/change/packages/packages.js';
import { unwrittenPositions } from '../../base/diagnostics/unwritten-positions.js';
import { diagnostic, refuse } from './reporting.js';
import { DiagnosticsError, refuseAll } from '../../base/diagnostics/diagnostic.js';
import { formatted } from '../import/format.js';
import { kubernetesTypes } from '../import/kubernetes-types.js';
import { toolVersion } from '../../base/io/tool.js';
import { layoutFiles, layoutOf, sharedPaths, type Layout, type LayoutFile } from '../../project/layout/layout.js';
import { stateFile } from '../../output/plan/leftovers.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import { pathProblem } from '../../output/plan/path-problem.js';
import { ownNamespace } from '../../project/cluster-scope.js';
import { projectFile } from '../../project/paths.js';
import { isSame, type Project } from '../../project/project.js';
import { controllerTests } from '../import/from-crd/tests.js';
import { unformatted } from '../import/from-crd/report.js';
import { typeFiles } from '../import/from-crd/texts.js';
import { adoptable } from './adoptable.js';
import { withGoRemedy } from './approval.js';
import { changesReport } from './report/changes-report.js';
import { configConversions, type ConfigConversions } from './config/config-conversions.js';
import { configFiles } from './config/config-files.js';
import { configOf } from './config/config.js';
import { conversionItems } from './code/conversion-webhooks.js';
import { conversionFiles } from './code/conversions.js';
import { controllerFiles, pairs, reconciledBy } from './code/controllers.js';
import { csvItems } from './deployment/csv-items.js';
import { deploymentOf } from './deployment/deployment-of.js';
import { definitionsOf, remedyWithoutCrds, type Definition } from './definitions.js';
import { adoptDigest, summaryOf } from './report/digest.js';
import type { AdoptOptions } from './flags.js';
import { withCode } from './code/found-controllers.js';
import { withGenerators } from './config/generators.js';
import { goCodeOf, type GoCode } from './project/go-code.js';
import { goProjectIn } from './project/go-project.js';
import { goWebhooksOf, type GoWebhooks } from './code/go-webhooks.js';
import { keptFiles } from './kept-files.js';
import { goTargets, leftBehind } from './left-behind.js';
import { settingsInput } from './deployment/added-arguments.js';
import { adoptedOrigins } from './origins.js';
import { managerItems } from './deployment/manager-items.js';
import { withMarkedGroups } from './project/marked-groups.js';
import { mainFile } from './project/main-file.js';
import { withMainProgram } from './project/main-programs.js';
import { boundTo, permissionsOf } from './code/permissions.js';
import { placeholders } from './code/placeholders.js';
import { plannedFiles } from './written-project.js';
import { adoptedResources, type Adopted } from './resources.js';
import { withReachedControllers } from './project/reached-controllers.js';
import { remainingProblems, remainingText } from './remaining.js';
import { withSingleControllers } from './code/single-controllers.js';
import { projectText, settingsOf, withContents, type Settings } from './settings.js';
import { openSource, withFlags, type Source } from './source.js';
import { testedObjects } from './code/tested-objects.js';
import { refuseUndefined } from './undefined-kinds.js';
import { webhookFiles, webhooksOnlyListed, withPaths } from './code/webhooks.js';
import { writtenFiles } from './written-files.js';

/** Creates a project from a Go project, or from CRDs and config/, in one plan. */
export async function adopt(options: AdoptOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd: root } = environment;
  const opened = openSource(options.from, environment);
  if (!opened.isHere && host.kind(posix.join(root, projectFile)) !== 'missing')
    refuse('project-exists', { file: projectFile });
  const listedProject = goProjectIn(opened);
  const linked = pathProblem(host, root, stateFile);
  if (linked !== undefined) throw new DiagnosticsError(linked);
  if (host.kind(posix.join(root, stateFile)) !== 'missing') refuse('adopt-record', { path: stateFile });
  const definitions = await definitionsOf(opened);
  await refuseUndefined(opened, listedProject, definitions, options);
  const read = withMarkedGroups(await goCodeOf(opened, listedProject, environment), definitions);
  const source = withFlags(opened, read.files);
  const goProject = read.project;
  const settings = settingsOf(source, goProject, definitions, options);
  const found = adoptable(source, goProject, settings.own, options);
  const adopted = await adoptedResources(goProject, found, { domain: settings.domain, typesOnly: options.typesOnly });
  if (adopted.resources.length === 0 && adopted.diagnostics.length === 0)
    refuse('adopt-without-crds', { folder: options.from ?? '.', kinds: '', remedy: remedyWithoutCrds(source) });
  const { texts: config } = configOf(source);
  const code = withReachedControllers(withMainProgram(source, read, config));
  const webhooks = goWebhooksOf(source, code.files);
  const conversions = configConversions(config, definitions);
  const { text, project, problems } = await listed({ settings, adopted, code, options, webhooks, conversions });
  const packages = projectPackages(environment, toolVersion());
  const layout = layoutOf(project, { packages: packages.specs, managerIndex: managerIndex(source.read) });
  const made = await filesOf({ source, code, project, layout, adopted, options, definitions, webhooks });
  const unserved = options.typesOnly ? [] : conversionItems(source, project, code, conversions);

  const planned = await plannedFiles(environment, project, {
    made,
    others: [...packages.files, { path: projectFile, content: text, ownership: 'merged' }],
    force: options.force,
  });
  const diagnostics = [
    ...code.problems,
    ...adopted.diagnostics,
    ...problems,
    ...unserved,
    ...unwrittenPositions(
      planned.diagnostics,
      planned.plan.files,
      adoptedOrigins({ project, definitions, ...made.origins }),
    ).map(withGoRemedy),
    ...configFiles(planned.plan, made.config),
    ...changesReport({ source, layout, made, definitions, planned, environment, force: options.force }),
    ...made.diagnostics,
  ];
  const remaining = await remainingProblems({ source, plan: planned.plan, layout, diagnostics, environment });
  const installation = firstInstallation(environment, options.skipInstall);
  return {
    root,
    plan: planned.plan,
    diagnostics: [...diagnostics, ...remaining.problems],
    // The report is about files of the Go project, some of which the plan replaces.
    texts: new Map([...replaced(source), ...made.adjusted].map(([path, content]) => [source.shown(path), content])),
    digest: adoptDigest({ project, diagnostics, remaining }),
    summary: `${summaryOf(project, diagnostics)}${remainingText(remaining)}${installation.reason}`,
    next: [...installation.next, 'npx operator-gen check', ...(options.force ? [] : goTargets(source, layout))],
    afterApply: installation.afterApply,
  };
}

/** Returns the texts of files that the report shows and that are overwritten. */
function replaced(source: Source): readonly (readonly [string, string])[] {
  return [projectFile, 'Makefile'].flatMap((path) =>
    source.paths.includes(path) ? [[path, source.read(path) ?? ''] as const] : [],
  );
}

interface Listed {
  readonly settings: Settings;
  readonly adopted: Adopted;
  readonly code: GoCode;
  readonly options: AdoptOptions;
  readonly webhooks: GoWebhooks;
  readonly conversions: ConfigConversions;
}

/** Returns PROJECT of the new project, with the entries of the Go project's, and the controllers and webhooks in the code. */
async function listed({ settings, adopted, code, options, webhooks, conversions }: Listed) {
  const plain = projectText(settings, withPaths(adopted.resources, webhooks.webhooks));
  const { resources, problems } = await withSingleControllers(code, plain.project, adopted.wanted);
  const single = { ...plain.project, resources };
  const stored = adopted.wanted.filter(({ crd, version }) => version.storage && conversions.has(crd.name));
  const configured = stored.map(({ resource }) => resource);
  const found = { webhooks: webhooks.webhooks, configured };
  const all = options.typesOnly ? resources : withPaths(await withCode(code, single, found), webhooks.webhooks);
  const result = projectText(settings, all);
  // A Go project without folders for groups can have two kinds with the same name.
  const isShared = sharedPaths([...layoutFiles(result.project)]).length > 0;
  return { ...(isShared ? projectText({ ...settings, multigroup: true }, all) : result), problems };
}

interface Input {
  readonly source: Source;
  readonly code: GoCode;
  readonly project: Project;
  readonly layout: Layout;
  readonly adopted: Adopted;
  readonly options: AdoptOptions;
  readonly definitions: readonly Definition[];
  readonly webhooks: GoWebhooks;
}

/** Returns all files except the generated ones, and the report. */
async function filesOf({ source, code, project, layout, adopted, options, definitions, webhooks: declared }: Input) {
  const shared = sharedPaths([...layoutFiles(project)]);
  refuseAll(shared.map((each) => diagnostic('kinds-share-files', each)));
  const resourceOf = ({ resource }: (typeof adopted.wanted)[number]) =>
    project.resources.find((other) => isSame(other, resource)) ?? resource;
  const wanted = adopted.wanted.map((each) => ({ ...each, resource: resourceOf(each) }));
  const config = configOf(source);
  const main = mainFile(layout, code, settingsInput(source, code.files, config.texts));
  const permissions = permissionsOf(source, code.files, ownNamespace(project));
  const all = pairs(project, await reconciledBy(code, project));
  const controllers = await controllerFiles(code, project, layout, { all, permissions });
  const webhooks = await webhookFiles(project, layout, declared);
  const types = await typeFiles(project, wanted, kubernetesTypes(true));
  const unknown = await placeholders(project, wanted);
  const changed = new Map<string, string | ((scaffolded: string) => string)>([
    ...[...types, ...unknown].map(({ path, content }) => [path, content] as const),
    ...controllers.files,
    ...webhooks.files,
    ...(await conversionFiles(project, layout, wanted)),
    ...(await controllerTests(
      project,
      wanted.filter(({ resource }) => resource.deployImage === undefined),
    )),
    ...testedObjects(project, layout, options.force ? new Map() : config.texts),
    ...boundTo(permissions.roleName),
    ...main.files,
  ]);
  const { moved, changes, problems } = deploymentOf(source, { code, project, layout, config: config.texts, options });
  // If the project is adopted in place, the report is about the files as they are afterwards.
  const adjusted = source.isHere ? changes.map(({ path, content }) => [path, content] as const) : [];
  const kept = keptFiles(source, { layout, config: config.texts, changes, options, rewired: moved });
  const tidy = await withTidyTests(withContents(layout, changed), layout);
  const scaffolded = withGenerators(tidy, options.force ? config.texts : new Map());
  return {
    files: writtenFiles(scaffolded, { source, layout, config: config.texts, kept }),
    kept: kept.paths,
    roleName: permissions.roleName,
    origins: { wanted, permissions: controllers.origins, webhooks: webhooks.origins },
    config: config.texts,
    webhookFile: source.deployment.webhookFile,
    replaced: moved.replaced,
    changes,
    adjusted,
    diagnostics: [
      ...unformatted(types),
      ...config.problems,
      ...kept.diagnostics,
      ...permissions.problems,
      ...controllers.problems,
      ...webhooks.problems,
      ...(options.typesOnly
        ? []
        : webhooksOnlyListed(adopted.resources, project, { goProject: code.project, ...declared })),
      ...main.problems,
      ...(options.force ? [] : managerItems(source, config.texts, changes)),
      ...problems,
      ...csvItems(source),
      ...leftBehind(source, { code, options, layout, pairs: all, permissions, definitions, ...moved }),
    ],
  };
}

/** Formats the tests that differ from the scaffolded ones. */
async function withTidyTests(files: readonly LayoutFile[], layout: Layout): Promise<readonly LayoutFile[]> {
  const isTest = ({ path, content }: LayoutFile): boolean =>
    path.startsWith('src/') && path.endsWith('.test.ts') && layout.get(path)?.content !== content;
  const tidy = new Map((await formatted(files.filter(isTest))).map(({ path, content }) => [path, content]));
  return files.map((file) => ({ ...file, content: tidy.get(file.path) ?? file.content }));
}
