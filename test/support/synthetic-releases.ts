import { toolVersion } from '../../src/base/io/tool.js';
import { packRelease } from '../../src/project/layout/pack-release.js';
import { unpackReleases, type Release, type TemplateTexts } from '../../src/project/layout/releases.js';
import { presentTemplates } from '../../src/project/layout/templates.js';

/** Reverts what a release changed in the templates. */
type Undo = (texts: Map<string, string>) => void;

/** Replaces texts of the present template with earlier ones. */
export function replaced(path: string, ...pairs: readonly (readonly [now: string, then: string])[]): Undo {
  return (texts) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`there is no template ${path}`);
    texts.set(
      path,
      pairs.reduce((all, [now, then]) => {
        if (!all.includes(now)) throw new Error(`${path} does not contain ${now}`);
        return all.replaceAll(now, then);
      }, text),
    );
  };
}

function everywhere(now: string, then: string): Undo {
  return (texts) => {
    for (const [path, text] of texts) texts.set(path, text.replaceAll(now, then));
  };
}

const added =
  (path: string): Undo =>
  (texts) =>
    void texts.delete(path);

const removed =
  (path: string, text: string): Undo =>
  (texts) =>
    void texts.set(path, text);

const moved =
  (from: string, to: string): Undo =>
  (texts) => {
    const text = texts.get(to);
    if (text === undefined) throw new Error(`there is no template ${to}`);
    texts.delete(to);
    texts.set(from, text);
  };

const main = 'init/src/main.ts.hbs';
const makefile = 'init/Makefile';
const manager = 'init/config/manager/manager.yaml.hbs';
const packageJson = 'init/package.json.hbs';
const controller = 'controller/src/controller/__groupFolder__/__controllerName__.controller.ts.hbs';
const setupMove = ['init/test/setup/start.ts', 'init/test/global-setup.ts'] as const;
const hackMove = ['init/hack/operator.js', 'init/hack/run.js'] as const;

/** Files of the present release that the real one lacks. */
const setup = `import { shareTestEnvironment } from '@operator-gen/runtime/testing';
import type { TestProject } from 'vitest/node';

/** Shares one API server among all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await shareTestEnvironment();
  project.onTestsRerun(shared.reload);
  return shared.stop;
}
`;

const script = `import { spawnSync } from 'node:child_process';

// Runs the operator with the flags of this script.

/** The program that runs. */
const program = 'dist/main.mjs';

function run(args) {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' });
  return status ?? 1;
}

process.exitCode = run(process.argv.slice(2));
`;
const conditions = 'deploy-image/src/controller/__groupFolder__/__controllerName__';

/** The releases before the present one: each reverts the changes of the next one, latest first. */
const history: readonly {
  readonly version: string;
  readonly undo: readonly Undo[];
  /** Files and exports that the next release moved and renamed. */
  readonly later?: Pick<Release, 'moved' | 'renamedExports'>;
}[] = [
  {
    version: '0.0.3',
    undo: [
      everywhere('controllerManagedBy', 'newController'),
      everywhere('hack/run.js', 'hack/operator.js'),
      moved(...hackMove),
      replaced(makefile, ['lint-fix', 'lint-and-fix']),
      replaced(packageJson, ['"lint:fix"', '"lint:all"']),
      replaced(makefile, ['lint:fix', 'lint:all']),
      replaced('init/vitest.config.ts', ['hookTimeout: 120_000', 'hookTimeout: 60_000']),
    ],
    later: {
      moved: { [hackMove[0]]: hackMove[1] },
      renamedExports: [{ module: '@operator-gen/runtime', from: 'newController', to: 'controllerManagedBy' }],
    },
  },
  {
    version: '0.0.2',
    undo: [
      added('devcontainer/_devcontainer/devcontainer.json'),
      removed('init/hack/legacy.js', '// Prints the version.\nconsole.log(process.version);\n'),
      moved(...setupMove),
      everywhere('test/global-setup.ts', 'test/setup/start.ts'),
      moved(`${conditions}.state.ts.hbs`, `${conditions}.conditions.ts.hbs`),
      everywhere('.conditions.js', '.state.js'),
      replaced(manager, ['cpu: 500m', 'cpu: 200m']),
    ],
    later: {
      moved: {
        [setupMove[0]]: setupMove[1],
        [`${conditions}.state.ts.hbs`]: `${conditions}.conditions.ts.hbs`,
      },
      renamedExports: [],
    },
  },
  {
    version: '0.0.1',
    undo: [
      replaced(main, ['Custom flags, dependencies of controllers and additional runnables', 'Custom flags']),
      replaced(
        controller,
        ['// Compare ', '// To do: compare '],
        ["log.info('reconciling', {", "log.info('reconcile', {"],
      ),
      replaced(
        packageJson,
        ['"typescript": "7.0.2"', '"typescript": "7.0.1"'],
        ['"vitest": "4.1.12"', '"vitest": "4.1.0"'],
      ),
      replaced(packageJson, ['    "cluster:installer": "operator-gen-cluster installer"\n', '']),
      replaced(packageJson, ['undeploy",\n  }', 'undeploy"\n  }']),
      replaced(makefile, ['# Set to true to let uninstall and undeploy also delete', '# Set to true to delete']),
      replaced('init/config/default/kustomization.yaml.hbs', [
        'namespace:',
        '# The namespace of everything.\nnamespace:',
      ]),
      replaced('init/_gitignore.hbs', ['dist', 'dist\nbuild']),
    ],
  },
];

/**
 * Returns the present release, and one before it, with the version 0.0.9 and different templates.
 * @param undo changes the present templates into those of the earlier release
 */
export function twoReleases(
  undo: (texts: Map<string, string>) => void,
  later: Partial<Pick<Release, 'moved' | 'renamedExports'>> = {},
): readonly Release[] {
  const present: Release = {
    ...{ version: toolVersion(), templates: presentTemplates(), moved: {}, renamedExports: [] },
    ...later,
  };
  const texts = new Map(present.templates);
  undo(texts);
  return [{ version: '0.0.9', templates: sorted(texts), moved: {}, renamedExports: [] }, present];
}

/** Returns three releases that lack some of the changes of the present one, and the present one. */
export function syntheticReleases(): readonly Release[] {
  const withFiles = new Map(presentTemplates()).set(hackMove[1], script).set(setupMove[1], setup);
  replaced('init/vitest.config.ts', ['@operator-gen/runtime/testing/global-setup', 'test/global-setup.ts'])(withFiles);
  const templates = sorted(withFiles);
  const present: Release = { version: toolVersion(), templates, moved: {}, renamedExports: [] };
  const releases = history.reduce<Release[]>(
    ([later, ...rest], { version, undo, later: changes }) => {
      const texts = new Map(later!.templates);
      for (const each of undo) each(texts);
      return [{ version, templates: sorted(texts), moved: {}, renamedExports: [] }, { ...later!, ...changes }, ...rest];
    },
    [present],
  );
  // Through the archive, so that its form is tried as well.
  return unpackReleases(releases.map((each, index) => packRelease(each, releases[index - 1])));
}

function sorted(texts: TemplateTexts): TemplateTexts {
  return new Map([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
