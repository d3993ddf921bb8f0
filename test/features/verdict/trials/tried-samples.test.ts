import { parse, stringify } from 'yaml';
import { expect, it } from 'vitest';
import { bringUpToDate } from '../../../../src/cli/commands/manifests/bring-up-to-date.js';
import { disk } from '../../../../src/base/io/disk.js';
import type { JsonObject } from '../../../../src/base/model/schema.js';
import { apply } from '../../../../src/output/plan/apply.js';
import type { Answer, Question } from '../../../../src/base/helper/protocol.js';
import { definitionObject, objectWith } from '../../../support/definitions.js';
import { newProject, projectWithApi, type TestProject } from '../../../support/projects.js';
import { upstreamThat } from '../../../support/upstream.js';

const sample = 'config/samples/_v1_webserver.yaml';
const types = 'src/api/v1/webserver.types.ts';
const rule = 'self.size > 7';

/** An API server that accepts all but samples of a size that the rule excludes; `least` is what it demands. */
function server(least = 8) {
  return (question: Question): Promise<Answer> => {
    const { kind, spec } = parse((question as { object: string }).object) as { kind: string; spec?: { size?: number } };
    const isWrong = kind === 'WebServer' && (spec!.size ?? 1) < least;
    const error = { type: 'FieldValueInvalid', field: 'spec', message: `Invalid value: failed rule: ${rule}` };
    return Promise.resolve(isWrong ? { errors: [error] } : {});
  };
}

async function outcomeOf(project: TestProject, ask?: (question: Question) => Promise<Answer>, writes = false) {
  const upstream = ask && upstreamThat(ask);
  const outcome = await bringUpToDate({
    host: disk,
    cwd: project.root,
    env: {},
    ...(upstream ? { helper: upstream } : {}),
  });
  if (writes) apply(disk, project.root, outcome.plan);
  const changed = outcome.plan.files.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
  return { changed, diagnostics: outcome.diagnostics };
}

async function withRule(text = rule): Promise<TestProject> {
  const project = await projectWithApi();
  const source = project.read(types);
  const imported = source.replace(/import \{/, 'import { XValidation,');
  const marked = imported.replace(
    'export class WebServerSpec',
    `@XValidation({ rule: '${text}' })\nexport class WebServerSpec`,
  );
  project.write(types, marked);
  return project;
}

it('a sample that is refused is changed until it is accepted, and is then up to date without the helper too', async () => {
  const project = await withRule();
  expect((await outcomeOf(project, server(), true)).diagnostics).toEqual([]);
  expect(project.read(sample)).toContain('size: 8');
  for (const ask of [undefined, server(), server(100)]) expect((await outcomeOf(project, ask)).changed).toEqual([]);
  // What it is made from has changed.
  project.edit(types, 'size: Int32 = 1;', 'size: Int32 = 1;\n  more?: Int32;');
  await outcomeOf(project, undefined, true);
  expect(project.read(sample)).toContain('size: 1\n');
});

it('a sample that was generated without the helper is up to date with it, and reported', async () => {
  const project = await withRule();
  await outcomeOf(project, undefined, true);
  expect(project.read(sample)).toContain('size: 1\n');
  const { changed, diagnostics } = await outcomeOf(project, server());
  expect(changed).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: 'rejected-sample', help: expect.stringContaining('delete the sample') }]);
});

it('a sample is tried again when its definition changes, and edited samples stay', async () => {
  const project = await withRule();
  await outcomeOf(project, server(), true);
  project.edit(types, 'self.size > 7', 'self.size > 7 ');
  expect((await outcomeOf(project, server())).changed).not.toContain(sample);
  project.write(sample, project.read(sample).replace('size: 8', 'size: 3'));
  const { changed, diagnostics } = await outcomeOf(project, server());
  expect(changed).not.toContain(sample);
  expect(diagnostics).toMatchObject([{ code: 'rejected-sample', help: expect.stringContaining('edited by hand') }]);
});

it('a rule that no value satisfies is reported at the rule', async () => {
  const project = await withRule();
  const { diagnostics } = await outcomeOf(project, server(Infinity), true);
  expect(diagnostics).toMatchObject([{ code: 'unsatisfied-rule', severity: 'warning', position: { file: types } }]);
  expect(diagnostics[0]!.message).toContain(`the rule ${rule} of WebServer.spec`);
});

/** An API server that demands exactly one of the fields, and counts the questions about samples. */
function exclusiveServer(isSatisfiable: boolean) {
  const asked: string[] = [];
  const ask = (question: Question): Promise<Answer> => {
    const { object } = question as { object: string };
    const { kind, spec = {} } = parse(object) as { kind: string; spec?: object };
    if (kind !== 'WebServer') return Promise.resolve({});
    asked.push(object);
    const isRight = isSatisfiable && Object.keys(spec).filter((name) => /^f\d/.test(name)).length === 1;
    const error = { type: 'FieldValueInvalid', field: 'spec', message: `Invalid value: failed rule: ${exclusive}` };
    return Promise.resolve(isRight ? {} : { errors: [error] });
  };
  return { ask, asked };
}

const exclusiveFields = Array.from({ length: 40 }, (_, index) => `f${index}`);
const exclusive = `[${exclusiveFields.map((name) => `has(self.${name})`).join(', ')}].filter(x, x).size() == 1`;

async function withExclusiveFields(text = exclusive): Promise<TestProject> {
  const project = await withRule(text);
  const fields = exclusiveFields.map((name) => `  ${name}?: string;\n`).join('');
  project.edit(types, 'export class WebServerSpec {\n', `export class WebServerSpec {\n${fields}`);
  return project;
}

it('a rule that demands exactly one of many optional fields is satisfied by one of them alone, at once', async () => {
  const project = await withExclusiveFields();
  const { ask, asked } = exclusiveServer(true);
  expect((await outcomeOf(project, ask, true)).diagnostics).toEqual([]);
  expect(project.read(sample)).toContain('f0:');
  expect(project.read(sample)).not.toContain('f1:');
  expect(asked.length).toBeLessThan(20);
});

it('the search ends with a note when it has cost what a run may cost, which long rules do early', async () => {
  const repeated = Array.from({ length: 30 }, () => exclusive).join(' || ');
  const counts: number[] = [];
  for (const text of [exclusive, repeated]) {
    const project = await withExclusiveFields(text);
    const { ask, asked } = exclusiveServer(false);
    const { diagnostics } = await outcomeOf(project, (question) =>
      ask(question).then(({ errors, ...answer }) =>
        errors === undefined
          ? answer
          : { errors: errors.map((each) => ({ ...each, message: each.message.replace(exclusive, () => text) })) },
      ),
    );
    counts.push(asked.length);
    const code = text === exclusive ? 'unsatisfied-rule' : 'sample-search-ended';
    expect(diagnostics).toMatchObject([{ code, position: { file: types } }]);
  }
  expect(counts[0]).toBeGreaterThan(100);
  expect(counts[1]).toBeLessThan(60);
});

it('the sample of an imported kind satisfies its rules from the beginning', async () => {
  const rules = { 'x-kubernetes-validations': [{ rule }] };
  const size: JsonObject = { type: 'integer', format: 'int32' };
  const project = await newProject();
  const questions: string[] = [];
  const upstream = upstreamThat((question) => {
    questions.push((question as { object: string }).object);
    return server()(question);
  });
  const withRules = definitionObject({ kind: 'WebServer', spec: objectWith({ size }, rules) });
  project.write('crds/a.yaml', stringify(withRules));
  project.write('crds/b.yaml', stringify(definitionObject({ kind: 'Other', spec: objectWith({ size }) })));
  await project.fromCrd({}, { helper: upstream });
  expect(project.read('config/samples/example_v1_webserver.yaml')).toContain('size: 8');
  expect(questions.filter((each) => !each.includes('kind: WebServer'))).toEqual([]);
  expect((await outcomeOf(project, server())).changed).toEqual([]);
  expect((await outcomeOf(project)).changed).toEqual([]);
});
