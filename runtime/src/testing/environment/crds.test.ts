import { describe, expect, it } from 'vitest';
import { installCRDs, uninstallCRDs } from './crds.js';
import type { ApiRequest, Ask } from './http.js';

/** What the API server lists, as `version Kind plural`, in a document that it has become in the meantime. */
type Listed = readonly string[];

const group = 'late.example.com';
const [crate, box] = [definition('Crate', 'crates', { v1: true }), definition('Box', 'boxes', { v1: true, v2: true })];

function definition(kind: string, plural: string, versions: Readonly<Record<string, boolean>>) {
  const name = `${plural}.${group}`;
  const each = Object.entries(versions).map(([version, served]) => ({ name: version, served }));
  return {
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: { group, names: { kind, plural }, versions: each },
  };
}

/** Each version of a document, with the resources in it. */
function versionsOf(listed: Listed) {
  const entries = listed.map((each) => each.split(' ') as [string, string, string]);
  return [...new Set(entries.map(([version]) => version))].map((version) => ({
    version,
    resources: entries.filter(([each]) => each === version).map(([, kind, plural]) => ({ kind, plural })),
  }));
}

function aggregated(listed: Listed): object {
  const versions = versionsOf(listed).map(({ version, resources }) => ({
    version,
    resources: resources.map(({ kind, plural }) => ({ resource: plural, scope: 'Namespaced', responseKind: { kind } })),
  }));
  const items = [{ metadata: { name: 'apps' }, versions: [] }];
  if (versions.length > 0) items.push({ metadata: { name: group }, versions: versions as never });
  return { kind: 'APIGroupDiscoveryList', items };
}

/** An API server of which all but its discovery document is up to date, which is `documents` one after the other. */
function serverWith(documents: readonly Listed[], answer: 'aggregated' | 'group by group', gone = false) {
  let left = documents;
  const accepts: (string | undefined)[] = [];
  const groups = ([listed = []]: readonly Listed[]): object => {
    const versions = versionsOf(listed).map(({ version }) => ({ version }));
    return { kind: 'APIGroupList', groups: versions.length === 0 ? [] : [{ name: group, versions }] };
  };
  const bodyOf = ({ path, accept }: ApiRequest): object | undefined => {
    if (path === '/apis') {
      if (accepts.push(accept) > 1 && left.length > 1) left = left.slice(1);
      return answer === 'aggregated' ? aggregated(left[0]!) : groups(left);
    }
    const [, version] = new RegExp(`^/apis/${group}/(\\w+)$`).exec(path) ?? [];
    if (version !== undefined) {
      const { resources = [] } = versionsOf(left[0]!).find((each) => each.version === version) ?? {};
      return {
        kind: 'APIResourceList',
        resources: resources.map(({ kind, plural }) => ({ kind, name: plural, namespaced: true })),
      };
    }
    return gone ? undefined : { status: { conditions: [{ type: 'Established', status: 'True' }] }, items: [] };
  };
  const ask: Ask = async (query) => {
    const body = bodyOf(query);
    return body === undefined ? { status: 404, text: '{}' } : { status: 200, text: JSON.stringify(body) };
  };
  return { ask, accepts };
}

const cases: readonly (readonly [string, { crds: readonly object[]; documents: readonly Listed[]; gone?: true }])[] = [
  ['a kind in a new group', { crds: [crate], documents: [[], ['v1 Crate crates']] }],
  [
    'a kind in a group that has others',
    { crds: [crate], documents: [['v1 Jar jars'], ['v1 Jar jars'], ['v1 Jar jars', 'v1 Crate crates']] },
  ],
  ['each of several versions', { crds: [box], documents: [[], ['v1 Box boxes'], ['v2 Box boxes', 'v1 Box boxes']] }],
  [
    'each of several kinds, of which all are read at once',
    {
      crds: [crate, box],
      documents: [
        ['v1 Crate crates'],
        ['v1 Box boxes', 'v2 Box boxes'],
        ['v1 Box boxes', 'v1 Crate crates', 'v2 Box boxes'],
      ],
    },
  ],
  [
    'a version that is no longer served, until it is no longer listed',
    {
      crds: [definition('Box', 'boxes', { v1: false, v2: true })],
      documents: [['v1 Box boxes', 'v2 Box boxes'], ['v2 Box boxes']],
    },
  ],
  ['another kind with the same plural', { crds: [crate], documents: [['v1 Chest crates'], ['v1 Crate crates']] }],
  [
    'a kind that is uninstalled, until it is no longer listed',
    { crds: [box], documents: [['v1 Box boxes', 'v2 Box boxes'], ['v1 Box boxes'], ['v1 Jar jars']], gone: true },
  ],
];

describe.each(['aggregated', 'group by group'] as const)('a discovery document that is late, %s', (answer) => {
  it.each(cases)('waits for %s', async (_, { crds, documents, gone }) => {
    const { ask, accepts } = serverWith(documents, answer, gone);
    await (gone ? uninstallCRDs(ask, crds, 10_000) : installCRDs(ask, crds, {}, 10_000));
    expect(accepts).toHaveLength(documents.length);
    // What createClient asks for.
    expect(accepts[0]).toContain('as=APIGroupDiscoveryList');
  });
});

it('names the kinds that are not listed in time', async () => {
  const { ask } = serverWith([['v1 Crate crates', 'v1 Box boxes']], 'aggregated');
  await expect(installCRDs(ask, [crate, box], {}, 100)).rejects.toThrow(
    /discovery document .* lists crates\.late\.example\.com as v1 Crate, boxes\.late\.example\.com as v1 Box and v2 Box: not after 0\.1 s/,
  );
});

it('asks for no document where there are no definitions', async () => {
  const { ask, accepts } = serverWith([[]], 'aggregated');
  await installCRDs(ask, [], {}, 100);
  expect(accepts).toEqual([]);
});
