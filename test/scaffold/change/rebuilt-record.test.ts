import { describe, expect, it } from 'vitest';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { parseState } from '../../../src/output/plan/state.js';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const project = [
  'init --domain example.com --project-name test-operator --skip-install',
  'edit --multigroup',
  'create api --group ship --version v1 --kind Boat',
  'create api --group ship --version v2 --kind Boat --no-controller',
  'create api --group dock --version v1 --kind Crane --image ghcr.io/example/crane:1.0',
  'create webhook --group ship --version v1 --kind Boat --defaulting --programmatic-validation',
  'create webhook --group ship --version v1 --kind Boat --conversion --spoke v2',
  'edit --license apache2 --owner Somebody',
];

const types = 'src/api/ship/v1/boat.types.ts';
const role = 'config/rbac/ship_boat_admin_role.yaml';
const sample = 'config/samples/ship_v1_boat.yaml';

function without(files: Files, path: string): Map<string, string> {
  const left = new Map(files);
  left.delete(path);
  return left;
}

describe('a record of written files that is missing', () => {
  it('is the same again, apart from the files of which every project has its own', async () => {
    const files = await accepted(new Map(), ...project);
    const again = await accepted(without(files, stateFile), 'manifests');
    const [old, rebuilt] = [files, again].map((each) => parseState(each.get(stateFile)));
    const missing = [...old!].filter(([path]) => !rebuilt!.has(path)).map(([path]) => path);
    // It is written with the packages of the tool that made the project.
    expect(missing.filter((path) => path !== 'package.json')).toEqual([]);
    for (const [path, record] of rebuilt!) expect(old!.get(path), path).toEqual(record);
    expect([...again].filter(([path, text]) => path !== stateFile && files.get(path) !== text)).toEqual([]);
  });

  it.each([
    'delete api --group dock --version v1 --kind Crane',
    'rename api --group ship --kind Boat --to-kind Skiff',
    'delete webhook --group ship --version v1 --kind Boat',
    'edit --domain example.org',
  ])('is not noticed by the next command: %s', async (line) => {
    const files = await accepted(new Map(), ...project);
    const usual = await accepted(files, line);
    const again = await accepted(without(files, stateFile), line);
    expect([...again.keys()].toSorted()).toEqual([...usual.keys()].toSorted());
    for (const [path, text] of usual) if (path !== stateFile) expect(again.get(path), path).toBe(text);
  });

  it('takes nothing of the user for ours', async () => {
    const files = await accepted(new Map(), ...project);
    const edited = without(files, stateFile);
    edited.set(types, `${files.get(types)!}\nexport const own = 1;\n`);
    edited.set(role, `# Mine.\n${files.get(role)!}`);
    edited.set(sample, `${files.get(sample)!}  # Mine.\n`);
    const rebuilt = parseState((await accepted(edited, 'manifests')).get(stateFile));
    for (const path of [types, role, sample]) expect([...rebuilt.keys()]).not.toContain(path);
    const { files: after, said } = await runLine(edited, 'delete api --group ship --version v1 --kind Boat');
    expect(after.get(types), said).toContain('own = 1');
    expect(after.get(role), said).toContain('# Mine.');
  });
});
