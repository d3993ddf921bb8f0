import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { validate } from '../../../src/features/verdict/commands/validate/run.js';
import { verify } from '../../../src/features/verdict/commands/verify/run.js';
import { disk } from '../../../src/base/io/disk.js';
import { HelperFailed } from '../../../src/base/helper/helper-process.js';
import type { Answer, Question } from '../../../src/base/helper/protocol.js';
import { temporaryFolder } from '../../support/tree.js';
import { upstreamThat } from '../../support/upstream.js';

/** Verifies a file with two objects, and answers in the place of the API server. */
function verified(answer: (text: string) => Answer | Promise<Answer>, operation = verify) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.yaml'), 'kind: A\nmetadata: {name: one}\n---\nkind: B\n');
  const upstream = upstreamThat(async (question: Question) => answer((question as { object: string }).object));
  return operation({ paths: ['a.yaml'] }, { host: disk, cwd, env: {}, helper: upstream });
}

const identity = { apiVersion: 'v1', kind: 'A', name: 'one' };

it('an object on which the helper gives up is an error, and the others are judged', async () => {
  const { diagnostics } = await verified((text) =>
    text.startsWith('kind: A')
      ? { identity, problem: { code: 'timeout', message: 'it takes too long' } }
      : { identity, errors: [{ type: '', field: 'kind', message: 'Invalid' }] },
  );
  expect(diagnostics).toMatchObject([
    { code: 'no-verdict', severity: 'error', message: expect.stringContaining('A one: it takes too long') as string },
    { code: 'rejected-by-api-server', position: { file: 'a.yaml', line: 4, column: 7 } },
  ]);
});

it('a helper that fails is an error', async () => {
  const { diagnostics } = await verified(() => Promise.reject(new HelperFailed('it ended')));
  expect(diagnostics).toMatchObject([{ code: 'upstream-failed', severity: 'error' }]);
});

it('a helper that gives no answer in time is an error', async () => {
  const late = new HelperFailed('it gave no answer within 30 s', undefined, 30);
  const { diagnostics } = await verified(() => Promise.reject(late));
  expect(diagnostics).toMatchObject([{ code: 'timed-out', severity: 'error' }]);
});

const twoErrors = (text: string): Answer =>
  text.startsWith('kind: A')
    ? { identity, warnings: ['old'] }
    : { identity, errors: [{ type: '', field: 'kind', message: 'Invalid' }] };

it.each([
  [{ only: ['api-server-'] }, ['api-server-warning']],
  [{ skip: ['api-server-warning'] }, ['rejected-by-api-server']],
  [{ only: ['api-server-'], skip: ['api-server-warning'] }, []],
])('only selected diagnostics are reported: %j', async (selected, codes) => {
  const { diagnostics } = await verified(twoErrors, (options, environment) =>
    verify({ ...options, ...selected }, environment),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

it('any other error is a defect', async () => {
  await expect(verified(() => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
});

it('warnings of the API server are shown at the object', async () => {
  const { diagnostics } = await verified((text) => (text.startsWith('kind: B') ? { identity, warnings: ['old'] } : {}));
  expect(diagnostics).toMatchObject([{ code: 'api-server-warning', position: { line: 4, column: 1 } }]);
});

it('a missing old version means that the object is created', async () => {
  const asked: Question[] = [];
  const { result } = await verified(
    () => ({ identity, storedText: '{"kind": "A", "metadata": {"name": "one", "uid": "x"}}' }),
    (_, environment) => {
      const upstream = upstreamThat((question) => {
        asked.push(question);
        return environment.helper!.ask(question);
      });
      return validate({ objects: ['a.yaml'], crd: [], old: [] }, { ...environment, helper: upstream });
    },
  );
  expect(result?.text).toContain('A one: would be created');
  expect(result?.yaml).not.toContain('uid');
  expect(asked.every((each) => !('old' in each))).toBe(true);
});

it('a list is its items, each at its line', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.yaml'), 'kind: List\nitems:\n- kind: A\n- kind: B\n');
  const upstream = upstreamThat(async (question: Question) => {
    const { object } = question as { object: string };
    if (object.startsWith('kind: List')) return { items: ['{"kind":"A"}', '{"kind":"B"}'] };
    return object.includes('B')
      ? { identity, errors: [{ type: '', field: 'kind', message: 'Invalid' }] }
      : { identity };
  });
  const { diagnostics } = await verify({ paths: ['a.yaml'] }, { host: disk, cwd, env: {}, helper: upstream });
  expect(diagnostics).toMatchObject([{ code: 'rejected-by-api-server', position: { line: 4, column: 9 } }]);
});

it('many rejected objects take time in proportion to their number', { timeout: 20_000 }, async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'a.yaml'),
    Array.from({ length: 8000 }, (_, index) => `kind: A\nname: a${index}\n`).join('---\n'),
  );
  const upstream = upstreamThat(async () => ({ identity, errors: [{ type: '', field: 'name', message: 'Invalid' }] }));
  const { diagnostics } = await verify({ paths: ['a.yaml'] }, { host: disk, cwd, env: {}, helper: upstream });
  expect(diagnostics).toHaveLength(8000);
  expect(diagnostics.at(-1)?.position?.line).toBe(7999 * 3 + 2);
});
