import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { bringUpToDate } from '../../../../src/cli/commands/manifests/bring-up-to-date.js';
import { disk } from '../../../../src/base/io/disk.js';
import { HelperFailed } from '../../../../src/base/helper/helper-process.js';
import type { Answer, Question } from '../../../../src/base/helper/protocol.js';
import { testFolder } from '../../../support/projects.js';
import { upstreamThat } from '../../../support/upstream.js';

/** Runs `manifests` in a project with one API, and answers in the place of the API server. */
async function manifests(answer: (kind: string) => Answer | Promise<Answer>) {
  const project = testFolder();
  await project.init({});
  await project.createApi({ kind: 'WebServer' });
  const asked: string[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    const { kind } = parse((question as { object: string }).object) as { kind: string };
    asked.push(kind);
    return answer(kind);
  };
  const upstream = upstreamThat(ask);
  const outcome = await bringUpToDate({ host: disk, cwd: project.root, env: {}, helper: upstream });
  return { asked, outcome };
}

it('is asked about CRDs, roles and samples', async () => {
  const { asked, outcome } = await manifests(() => ({}));
  expect(asked.toSorted()).toEqual(['ClusterRole', 'CustomResourceDefinition', 'WebServer']);
  expect(outcome.diagnostics).toEqual([]);
});

it('a role that is rejected is an error without a position, and nothing is planned', async () => {
  const errors = [{ type: 'FieldValueRequired', field: 'rules[0].verbs', message: 'Required value' }];
  const { outcome } = await manifests((kind) => (kind === 'ClusterRole' ? { errors } : {}));
  expect(outcome.plan.files).toEqual([]);
  expect(outcome.diagnostics).toMatchObject([
    {
      code: 'rejected-by-api-server',
      message: 'the API server rejects config/rbac/role.yaml: Required value (rules[0].verbs)',
    },
  ]);
});

it('what has no verdict because of its definition is not reported twice', async () => {
  const { outcome } = await manifests((kind) =>
    kind === 'WebServer' ? { problem: { code: 'invalid-crd', message: 'x' } } : {},
  );
  expect(outcome.diagnostics).toEqual([]);
});

it('a failure is reported once, and the plan stays', async () => {
  const { outcome } = await manifests(() => Promise.reject(new HelperFailed('it has ended')));
  expect(outcome.diagnostics).toMatchObject([{ code: 'upstream-failed', severity: 'warning' }]);
  expect(outcome.plan.files.length).toBeGreaterThan(0);
});

it('a helper that gives no answer in time may be on a slow machine', async () => {
  const late = new HelperFailed('it gave no answer within 30 s', undefined, 30);
  const { outcome } = await manifests(() => Promise.reject(late));
  expect(outcome.diagnostics).toMatchObject([
    {
      code: 'timed-out',
      severity: 'warning',
      message: "the helper with the API server's validation code gave no answer within 30 s",
      help: expect.stringContaining('the machine may be too slow or too busy: run the command again') as string,
    },
  ]);
  expect(outcome.plan.files.length).toBeGreaterThan(0);
});

it('an object on which the helper gives up has no verdict, and the others have one', async () => {
  const answer = (kind: string): Answer => {
    if (kind === 'CustomResourceDefinition') return { problem: { code: 'timeout', message: 'it takes too long' } };
    return kind === 'ClusterRole' ? { errors: [{ type: '', field: 'rules[0]', message: 'Invalid' }] } : {};
  };
  const { outcome } = await manifests(answer);
  expect(outcome.diagnostics).toEqual([
    expect.objectContaining({
      code: 'no-verdict',
      severity: 'warning',
      message: expect.stringMatching(/config\/crd\/bases\/.*\.yaml: it takes too long$/) as string,
    }),
    expect.objectContaining({ code: 'rejected-by-api-server' }),
  ]);
});
