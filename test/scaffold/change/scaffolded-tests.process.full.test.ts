import { expect, it } from 'vitest';
import { judgeCode } from '../../sequences/judge-code.js';
import type { Problem } from '../../sequences/problem.js';
import { stateOf } from '../../sequences/state.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const types = ['src/api/v1/site.types.ts', 'src/api/v2/site.types.ts'];
const webhook = 'src/webhook/v1/site.webhook.ts';

/** Returns a file with a change that has to be possible. */
function edited(files: Files, path: string, from: string | RegExp, to: string): Files {
  const text = files.get(path)!.replace(from, to);
  expect(text, path).not.toBe(files.get(path));
  return new Map(files).set(path, text);
}

it(
  'new tests compile in a project with its own fields, and with webhooks that need dependencies',
  { timeout: 180_000 },
  async () => {
    let files = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --group web --version v1 --kind Site --no-controller',
      'create api --group web --version v2 --kind Site --no-controller',
      'create webhook --group web --version v1 --kind Site --defaulting',
      'create webhook --group web --version v1 --kind Site --conversion --spoke v2',
    );
    for (const path of types) files = edited(files, path, 'size: Int32 = 1;', 'pages!: Int32;');
    files = edited(
      files,
      webhook,
      /\(manager: Manager\): Promise<void> \{/,
      '(manager: Manager, names: { readonly names: readonly string[] }): Promise<void> {\n  if (names.names.length === 0) throw new Error("none");',
    );
    files = edited(
      files,
      'src/main.ts',
      'runOperator({',
      'runOperator({\n  dependencies: async () => ({ names: ["a"] }),',
    );
    const before = await accepted(files, 'manifests');
    const states = [];
    for (const line of [
      'create api --group web --version v1 --kind Site --controller-name second --no-resource',
      'create api --group web --version v1 --kind Other',
      'create api --group web --version v1 --kind Cache --image memcached:1.6',
    ])
      states.push(stateOf(['# a user has written the project', line], await accepted(before, line)));
    const problems: Problem[] = [];
    await judgeCode(states, (problem) => problems.push(problem));
    expect(problems).toEqual([]);
  },
);
