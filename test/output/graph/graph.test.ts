import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { escapeControls } from '../../../src/base/diagnostics/print-escape.js';
import { disk } from '../../../src/base/io/disk.js';
import { inspect } from '../../../src/cli/commands/inspect/run.js';
import { installAllFeatures } from '../../../src/features.js';
import { drawingOf } from '../../../src/output/graph/drawing.js';
import type { Graph } from '../../../src/output/graph/graph.js';
import { graphMermaid } from '../../../src/output/graph/mermaid.js';
import { graphSvg } from '../../../src/output/graph/svg.js';
import { graphText } from '../../../src/output/graph/text.js';

installAllFeatures();

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

async function graphIn(folder: string): Promise<Graph> {
  const { result } = await inspect({ graph: 'text' }, { host: disk, cwd: join(checkout, folder), env: {} });
  return (result!.json as unknown as { readonly graph: Graph }).graph;
}

const position = { file: 'src/a.ts', line: 1, column: 1 };
const empty: Graph = { kinds: [], controllers: [], webhooks: [], permissions: [] };

describe('the graph of an example', () => {
  it.each(['cronjob', 'foo', 'memcached', 'myownshell', 'sampledb', 'vmgroup', 'webserver'])(
    '%s has a controller for each kind, and permissions for what it owns',
    async (name) => {
      const { kinds, controllers, permissions } = await graphIn(`examples/${name}`);
      const reconciled = controllers.flatMap((each) => each.reconciles.map(({ kind }) => kind));
      expect(reconciled).toEqual(kinds.map(({ kind }) => kind));
      for (const { group, resource } of controllers.flatMap(({ owns }) => owns))
        expect(permissions).toContainEqual(expect.objectContaining({ group, resource }));
    },
  );

  it('cronjob as text', async () => {
    expect(graphText(await graphIn('examples/cronjob'))).toBe(`CronJob (batch.example.com, Namespaced)
  v1: stored, served; src/api/v1/cronjob.types.ts:69
  v2: served; src/api/v2/cronjob.types.ts:88
  conversion webhook: v2 through v1
  mutating webhook mcronjob-v1.batch.example.com: create, update on cronjobs, at /mutate-batch-example-com-v1-cronjob
  validating webhook vcronjob-v1.batch.example.com: create, update on cronjobs, at /validate-batch-example-com-v1-cronjob
  controller cronjob; src/controller/cronjob.controller.ts:167
    owns Job (batch)

Permissions
  jobs (batch): create, delete, get, list, watch
  cronjobs (batch.example.com): get, list, watch
  cronjobs/finalizers (batch.example.com): update
  cronjobs/status (batch.example.com): update
  events (events.k8s.io): create, patch
`);
  });

  it('cronjob as Mermaid', async () => {
    expect(graphMermaid(await graphIn('examples/cronjob'))).toBe(`flowchart LR
  n0["CronJob<br>batch.example.com, Namespaced<br>v1: stored, served<br>v2: served<br>may get, list, watch<br>may update its finalizers<br>may update its status"]
  n1{{"mcronjob-v1.batch.example.com<br>mutating: create, update<br>/mutate-batch-example-com-v1-cronjob"}}
  n2{{"vcronjob-v1.batch.example.com<br>validating: create, update<br>/validate-batch-example-com-v1-cronjob"}}
  n3{{"conversion<br>CronJob: v2 through v1"}}
  n4(["cronjob controller"])
  n5("Job<br>batch<br>may create, delete, get, list, watch")
  n6[/"manager-role"/]
  n7("events<br>events.k8s.io<br>may create, patch")
  n1 -->|"mutates"| n0
  n2 -->|"validates"| n0
  n3 -->|"converts"| n0
  n4 -->|"reconciles"| n0
  n4 -->|"owns"| n5
  n6 -.->|"may use"| n7
`);
  });

  it('sampledb as an image in which no box covers another', async () => {
    const svg = graphSvg(await graphIn('examples/sampledb'));
    const rows = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)];
    const boxes = rows.map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number]);
    expect(boxes).toHaveLength(7);
    for (const [index, [x, y, width, height]] of boxes.entries()) {
      const covering = boxes
        .slice(index + 1)
        .filter(
          ([x2, y2, width2, height2]) => x < x2 + width2 && x2 < x + width && y < y2 + height2 && y2 < y + height,
        );
      expect(covering).toEqual([]);
    }
    expect(svg).not.toMatch(/href|url\((?!#)|<script|<image/);
  });
});

describe('a graph of what no scaffold makes', () => {
  it('of nothing', () => {
    expect(graphText(empty)).toBe('No kinds\n\nNo permissions\n');
    expect(graphMermaid(empty)).toBe('flowchart LR\n');
    expect(graphSvg(empty)).toMatch(/^<svg [^>]*>\n[^]*<\/svg>\n$/);
  });

  it('shows controllers without a kind, URLs, names and other roles', () => {
    const graph: Graph = {
      ...empty,
      controllers: [
        {
          ...{ name: 'nodes', reconciles: [], owns: [], hasOthers: true, position },
          watches: [{ group: '', resource: 'nodes', kind: 'Node' }],
        },
      ],
      permissions: [
        { role: 'manager-role', namespace: '', group: '', resource: '', verbs: ['get'], names: [], urls: ['/healthz'] },
        { role: 'other', namespace: 'ns', group: '', resource: 'secrets', verbs: ['get'], names: ['a'], urls: [] },
      ],
    };
    expect(graphText(graph)).toBe(`No kinds

Other controllers
  controller nodes; src/a.ts:1
    watches Node (core)
    watches sources that are known only at run time

Permissions
  /healthz: get
  secrets (core): get named a in ns by other
`);
    const { boxes, arrows } = drawingOf(graph);
    expect(boxes.map(({ title, lines }) => [title, ...lines])).toEqual([
      ['nodes controller', 'and sources known at run time'],
      ['Node', 'core'],
      ['manager-role', 'may get /healthz'],
      ['other'],
      ['secrets', 'core', 'may get named a in ns by other'],
    ]);
    expect(arrows.map(({ label }) => label)).toEqual(['watches', 'may use']);
  });

  const hostile = [
    '"]; click n0 call alert(1)',
    '<img src=x onerror=alert(1)>',
    '`**a**`',
    '\u001b[31m\u202e\n\u0000',
    '#quot;',
    'é 日本',
  ];

  it.each(hostile)('shows the name %j as text', (name) => {
    const kind = { group: name, resource: name, kind: name };
    const graph: Graph = {
      kinds: [
        { ...kind, scope: 'Cluster', versions: [{ name, served: true, storage: true, deprecated: false, position }] },
      ],
      controllers: [{ name, reconciles: [kind], owns: [kind], watches: [kind], hasOthers: false, position }],
      webhooks: [{ name, type: 'mutating', verbs: [name], resources: [kind], at: name, position }],
      permissions: [
        { role: name, namespace: name, group: name, resource: 'x', verbs: [name], names: [name], urls: [] },
      ],
    };
    const svg = graphSvg(graph);
    for (const line of [...graphText(graph).split('\n'), ...svg.split('\n')]) expect(escapeControls(line)).toBe(line);
    const mermaid = graphMermaid(graph);
    for (const line of mermaid.split('\n').slice(1, -1))
      expect(line).toMatch(
        /^ {2}n\d+(?:[[({/]{1,2}"(?:[\p{L}\p{N} ,.:/()-]|#\d+;|<br>)*"[\])}/]{1,2}| -[-.]{1,2}>\|"[a-z ]+"\| n\d+)$/u,
      );
    const elements = new Set(Array.from(svg.matchAll(/<(\w+)/g), ([, element]) => element));
    const allowed = ['defs', 'g', 'marker', 'path', 'rect', 'style', 'svg', 'text', 'title'];
    expect(elements).toEqual(new Set(allowed));
    expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  });

  it('lays out 300 kinds in seconds', () => {
    const kinds = Array.from({ length: 300 }, (_, index) => ({ group: 'a', resource: `k${index}`, kind: `K${index}` }));
    const controllers = kinds.map((kind, index) => ({
      ...{ name: kind.resource, reconciles: [kind], watches: [], hasOthers: false, position },
      owns: [kinds[(index + 1) % kinds.length]!],
    }));
    const started = performance.now();
    expect(graphSvg({ ...empty, controllers })).toContain('K299');
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
