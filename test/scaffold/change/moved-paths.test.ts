import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const sample = 'config/samples/logistics_v1_parcel.yaml';
const crd = 'config/crd/bases/logistics.example.com_parcels.yaml';
const scaffoldedTest = 'src/controller/parcel.controller.test.ts';
const workflow = '.github/workflows/apply.yml';
const movedTest = 'src/tests/parcel.test.ts';

/** Files of a user that name others by their paths; nothing else in them has an old name. */
const ofUser: Files = new Map([
  [
    'src/checks/paths.test.ts',
    `import { readFileSync } from 'node:fs';

export const texts = ['${sample}', "./${sample}", \`${crd}\`].map((path) => readFileSync(path, 'utf8'));
export const beside = new URL('../../${sample}', import.meta.url);
export const controller = 'src/controller/parcel.controller.ts';
export const other = 'config/samples/logistics_v1_parcel.yaml.bak';
`,
  ],
  ['hack/apply.js', `export const sample = '${sample}';\n`],
  [
    'test/kustomization.yaml',
    `resources:\n  - ../${sample} # One of them.\n  - '../${crd}'\n  - logistics_v1_parcel.yaml\n`,
  ],
  ['ci/apply.yml', `steps:\n  - run: kubectl apply -f ${sample} -f ./${crd}\n`],
]);

let base: Files;

beforeAll(async () => {
  const scaffolded = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    'create api --group logistics --version v1 --kind Parcel',
    'manifests',
  );
  const files = new Map([...scaffolded, ...ofUser]);
  const test = files.get(scaffoldedTest)!;
  files.set(
    movedTest,
    test.replace("'./parcel.controller.js'", "'../controller/parcel.controller.js'").replace('10_000', '20_000'),
  );
  files.delete(scaffoldedTest);
  base = files;
});

/** Returns the paths of files of the project that a text names, without those that are meant to lead nowhere. */
function pathsIn(file: string, text: string): readonly string[] {
  return [...text.matchAll(/[\w./-]*(?:config|src)\/[\w./-]+\.(?:yaml|ts)(?![\w.])/g)].map(([path]) =>
    path.startsWith('../') ? posix.join(posix.dirname(file), path) : posix.normalize(path),
  );
}

describe('paths of files that a command moves', () => {
  it.each([
    ['rename api --group logistics --kind Parcel --to-kind Consignment', 'logistics_v1_consignment.yaml'],
    ['rename api --group logistics --to-group transport', 'transport_v1_parcel.yaml'],
    ['edit --domain example.org', 'logistics_v1_parcel.yaml'],
    ['edit --multigroup', 'logistics_v1_parcel.yaml'],
  ])('follow %s', async (line, newSample) => {
    const { files, said, exitCode } = await runLine(base, line);
    expect(exitCode, said).toBe(0);
    for (const path of [...ofUser.keys(), movedTest]) {
      const text = files.get(path)!;
      const named = pathsIn(path, text);
      expect(named.length, text).toBeGreaterThan(0);
      expect(
        named.filter((each) => !files.has(each)),
        text,
      ).toEqual([]);
    }
    const [tests, kustomization] = ['src/checks/paths.test.ts', 'test/kustomization.yaml'].map((each) =>
      files.get(each)!,
    );
    expect(tests).toContain(`"./config/samples/${newSample}"`);
    expect(tests).toContain(`new URL('../../config/samples/${newSample}'`);
    expect(tests).toContain("'config/samples/logistics_v1_parcel.yaml.bak'");
    expect(kustomization).toContain(`- ../config/samples/${newSample} # One of them.\n`);
    expect(kustomization).toContain('- logistics_v1_parcel.yaml\n');
    expect(files.get(movedTest)).toContain(`readObject<`);
  });

  it.each([
    ['edit --domain example.org', crd],
    ['edit --multigroup', 'src/controller/parcel.controller.ts'],
  ])('are told after %s where no command writes', async (line, path) => {
    const { files, said, exitCode } = await runLine(new Map(base).set(workflow, `run: cat ${path}\n`), line);
    expect(exitCode, said).toBe(0);
    expect(files.get(workflow)).toBe(`run: cat ${path}\n`);
    expect(said).toContain(`${workflow}:1:10 - warning stale-path`);
  });

  it('are the old ones again after the way back', async () => {
    const { files } = await runLine(base, 'edit --domain example.org');
    const { files: again } = await runLine(files, 'edit --domain example.com');
    expect(new Map([...again].filter(([path]) => ofUser.has(path)))).toEqual(ofUser);
  });
});
