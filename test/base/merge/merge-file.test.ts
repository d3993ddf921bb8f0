import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mergeFile, type MergeProblem } from '../../../src/base/merge/merge-file.js';

function merged(existing: string, before: string, after: string, path = 'config/file.yaml'): string {
  const result = mergeFile(path, { existing, before, after });
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems));
  return result.content;
}

/** Merges; that it is done once only and can be undone is expected of every example. */
function there(existing: string, before: string, after: string, path?: string): string {
  const content = merged(existing, before, after, path);
  expect(merged(content, before, after, path)).toBe(content);
  expect(merged(content, after, before, path)).toBe(existing);
  return content;
}

function problems(existing: string, before: string, after: string, path = 'config/file.yaml'): readonly MergeProblem[] {
  const result = mergeFile(path, { existing, before, after });
  return result.kind === 'refused' ? result.problems : [];
}

const before = `# Ours.
resources:
- ../rbac
- ../manager
patches:
# The metrics.
- path: metrics.yaml
  target:
    kind: Deployment
`;
const after = `# Ours.
resources:
- ../crd
- ../rbac
# The webhooks.
- ../webhook
- ../manager
- ../certmanager
patches:
# The metrics.
- path: metrics.yaml
  target:
    kind: Deployment
# The webhooks, too.
- path: webhook.yaml
  target:
    kind: Deployment
`;

describe('a kustomization', () => {
  it('is ours as long as no one changed it, with the line ends of Windows too', () => {
    expect(merged(before, before, after)).toBe(after);
    const crlf = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    expect(merged(crlf(before), before, after)).toBe(crlf(after));
  });

  it('gets what is new next to what its user wrote, with its comments', () => {
    const mine = (text: string): string =>
      text.replace('# Ours.', '# Mine.').replace('- ../rbac\n', '- "../rbac" # mine\n');
    expect(there(mine(before).replace('- ../manager', '- user.yaml\n- ../manager'), before, after)).toBe(
      mine(after).replace('- ../manager', '- user.yaml\n- ../manager'),
    );
  });

  it('keeps a flow list one, on one line or on several', () => {
    const flow = (list: string): string => before.replace('resources:\n- ../rbac\n- ../manager', `resources: ${list}`);
    expect(there(flow('[ ../rbac,   ../manager ] # x'), before, after)).toContain(
      'resources: [ ../crd, ../rbac,   ../webhook, ../manager, ../certmanager ] # x\n',
    );
    expect(there(flow('[\n  ../rbac, # r\n  ../manager # m\n  ]'), before, after)).toContain(
      '[\n  ../crd,\n  ../rbac, # r\n  ../webhook,\n  ../manager, # m\n  ../certmanager\n  ]\n',
    );
    expect(there(flow('[\n  ../rbac,\n  ../manager,\n]'), before, after)).toContain(
      '[\n  ../crd,\n  ../rbac,\n  ../webhook,\n  ../manager,\n  ../certmanager,\n]\n',
    );
  });

  it('takes what its user has done already', () => {
    const byHand = before.replace('- ../manager\n', "- ../manager\n- '../webhook'\n- ../certmanager\n- ../crd\n");
    const content = merged(byHand, before, after);
    expect(content.startsWith(byHand)).toBe(true);
    expect(content.slice(byHand.length)).toBe(after.slice(after.indexOf('# The webhooks, too.')));
  });

  it('has an entry placed at the end when its neighbors are gone', () => {
    expect(merged('resources:\n- mine.yaml\n', 'resources:\n- a\n', 'resources:\n- a\n- b\n')).toBe(
      'resources:\n- mine.yaml\n- b\n',
    );
  });

  it('loses a list with its last entry, and gets it where it was', () => {
    const plain = 'kind: K\nresources:\n- a\n\n# The end.\nlast: 1\n';
    const listed = 'kind: K\nresources:\n- a\n# P.\npatches:\n- path: x\nlast: 1\n';
    expect(there(plain, 'kind: K\nresources:\n- a\nlast: 1\n', listed)).toBe(
      'kind: K\nresources:\n- a\n# P.\npatches:\n- path: x\n\n# The end.\nlast: 1\n',
    );
  });

  it('fills a list whose entries are comments, and leaves them there', () => {
    const commented = 'resources:\n- a\npatches: # none yet\n# - path: mine.yaml\n';
    expect(there(commented, 'resources:\n- a\n', 'resources:\n- a\npatches:\n- path: x\n')).toBe(
      'resources:\n- a\npatches: # none yet\n# - path: mine.yaml\n- path: x\n',
    );
    const section = 'resources:\n- a\npatches:\n# Of the rest.\nrest: 1\n';
    expect(merged(section, 'resources:\n- a\n', 'resources:\n- a\npatches:\n- path: x\n')).toBe(
      section.replace('patches:\n', 'patches:\n- path: x\n'),
    );
  });

  it('keeps the comments of its user where a list goes', () => {
    expect(merged('a:\n  b:\n  # mine\n  - x\nc: 1\n', 'a:\n  b:\n  - x\nc: 1\n', 'c: 1\n')).toBe('c: 1\n');
    expect(merged('a:\n# mine\n- x\nc: 1\n', 'a:\n- x\nc: 1\n', 'c: 1\n')).toBe('a:\n# mine\nc: 1\n');
  });

  it('has an entry that only its value names replaced as a whole, in the form that its user gives it', () => {
    const entry = (select: string, fields: readonly string[], indent: string, note = ''): string =>
      `replacements:\n${indent}- source:\n${indent}    kind: Service\n${indent}  targets:\n${indent}  - select:\n${indent}      kind: ${select}\n${note}${indent}    fieldPaths:\n${fields.map((each) => `${indent}    - ${each}\n`).join('')}`;
    const old = entry('Certificate', ['.spec.dnsNames.0', '.spec.dnsNames.1'], '');
    const wanted = entry('Deployment', ['.spec.template'], '');
    const existing = entry('Certificate', ['.spec.dnsNames.0', '.spec.dnsNames.1'], '  ', '        # Mine.\n');
    const written = merged(existing, old, wanted);
    expect(parse(written)).toEqual(parse(wanted));
    expect(written).toContain('# Mine.');
  });

  it('has its patches compared by what they say', () => {
    const patch = (text: string): string => `patches:\n- target:\n    kind: Job\n  patch: |-\n${text}`;
    const ours = patch('    - op: remove\n      path: /spec\n');
    const same = patch('    - path: /spec\n      op:   remove\n');
    expect(merged(`${same}x: 1\n`, `${ours}x: 1\n`, 'x: 1\n')).toBe('x: 1\n');
    expect(merged(`${same}x: 1\n`, 'x: 1\n', `${ours}x: 1\n`)).toBe(`${same}x: 1\n`);
  });
});

const manager = `kind: Namespace
metadata:
  name: system
---
kind: Deployment
metadata:
  name: manager
spec:
  template:
    spec: &pod
      containers:
      - args:
        - --leader-elect
        image: c
        name: manager
        volumeMounts: []
      volumes: []
`;
const withWebhooks = manager
  .replace(
    '        image: c\n        name: manager\n        volumeMounts: []\n',
    `        # Where the certificate is.
        - --webhook-cert-path=/certs
        image: c
        name: manager
        ports:
        - containerPort: 9443
          name: webhook
        volumeMounts:
        - mountPath: /certs
          name: certs
`,
  )
  .replace('volumes: []', 'volumes:\n      - name: certs\n        secret:\n          secretName: webhook');

describe('an object that becomes one of another kind', () => {
  it('keeps what its user wrote, also where another one comes beside it', () => {
    const object = (kind: string, name: string, more = '') =>
      `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`;
    const one = object('ClusterRoleBinding', 'manager', 'roleRef:\n  kind: ClusterRole\n');
    const two = object('RoleBinding', 'manager', '  namespace: system\nroleRef:\n  kind: Role\n');
    const other = object('ClusterRoleBinding', 'manager-cluster');
    const mine = `# Mine.\n${one.replace('v1', 'v1 # mine')}# Mine too.\n`;
    const content = there(mine, one, `${two}---\n# Of the cluster.\n${other}`);
    expect(content).toBe(`# Mine.\n${two.replace('v1', 'v1 # mine')}# Mine too.\n---\n# Of the cluster.\n${other}`);
  });
});

describe('a Deployment among other documents', () => {
  it('gets arguments, ports and volumes deep in what its user changed', () => {
    const mine = (text: string): string =>
      text
        .replace('- --leader-elect\n', '- --leader-elect\n        - --mine\n')
        .replace('image: c\n', 'image: mine # of the registry\n')
        .replace('---\n', '---\n# The operator.\n') + 'status: *pod\n---\nkind: Mine\n';
    const wanted = mine(withWebhooks)
      .replace('        - --mine\n', '')
      .replace('--webhook-cert-path=/certs\n', '--webhook-cert-path=/certs\n        - --mine\n');
    expect(there(mine(manager), manager, withWebhooks)).toBe(wanted);
  });

  it('gets them in flow style too', () => {
    const flow = manager.replace(
      /- args:[^]*volumes: \[\]/,
      '- {name: manager, image: c, args: [--leader-elect]}\n      volumes: [] # none',
    );
    expect(there(flow.replace('}', ', volumeMounts: []}'), manager, withWebhooks)).toContain(
      `      - {name: manager, ports: [ { containerPort: 9443, name: webhook } ], image: c, args: [--leader-elect, --webhook-cert-path=/certs], volumeMounts: [{ mountPath: /certs, name: certs }]}
      volumes: [{ name: certs, secret: { secretName: webhook } }] # none
`,
    );
  });

  it('comes and goes as a document', () => {
    const alone = 'kind: Namespace\nmetadata:\n  name: system\n';
    const mine = `# mine\n${alone}---\nkind: Mine\n`;
    expect(there(mine, alone, manager)).toBe(mine.replace('---\n', manager.slice(manager.indexOf('---')) + '---\n'));
  });

  it('has a value replaced in the quotes, and under the anchor, that it has', () => {
    const image = (text: string): string => `a: 1\nimage: ${text}\n`;
    expect(there(image("&i 'c:1'   # mine"), image('c:1'), image('c:2'))).toBe(image("&i 'c:2'   # mine"));
    expect(there(image('|\n  one\n  two\n\n') + 'b: 1\n', image('|\n  one\n  two'), image('3'))).toBe(
      image('3\n\n') + 'b: 1\n',
    );
  });
});

describe('package.json', () => {
  const plain = '{\n  "name": "x",\n  "scripts": {\n    "build": "tsc"\n  },\n  "dependencies": {}\n}\n';
  const wanted = plain
    .replace('"tsc"\n', '"tsc",\n    "cert": "node cert.js"\n')
    .replace('{}', '{\n    "forge": "1"\n  }');

  it('gets scripts and dependencies in the indentation that it has', () => {
    expect(there(plain.replace('"x"', '"mine"'), plain, wanted, 'package.json')).toBe(wanted.replace('"x"', '"mine"'));
    const tabs = JSON.stringify({ ...(JSON.parse(plain) as object), more: 1 }, null, '\t');
    expect(JSON.parse(there(tabs, plain, wanted, 'package.json'))).toEqual({ ...JSON.parse(wanted), more: 1 });
    expect(there(tabs, plain, wanted, 'package.json')).toContain('\t\t"build": "tsc",\n\t\t"cert"');
  });
});

describe('what does not fit', () => {
  it('is refused with the lines to add and the keys that lead to them', () => {
    const renamed = manager.replace('name: manager\n        v', 'name: operator\n        v');
    expect(problems(renamed, manager, withWebhooks)[0]).toEqual({
      kind: 'add',
      line: 11,
      column: 7,
      where: 'spec.template.spec.containers[manager]',
      reason: 'does not exist',
      gone: expect.arrayContaining(['        image: c', '        ports:']) as readonly string[],
      lines: [
        'spec:',
        '  template:',
        '    spec: &pod',
        '      containers:',
        '      - name: manager',
        '        args:',
        '        # Where the certificate is.',
        '        - --webhook-cert-path=/certs',
        '        ports:',
        '        - containerPort: 9443',
        '          name: webhook',
        '        volumeMounts:',
        '        - mountPath: /certs',
        '          name: certs',
      ],
    });
  });

  it.each([
    ['a: 3\n', 'a:\n- x\n', 'a:\n- x\n- y\n', 'replace 1:1 a has another value', ['a:', '- x', '- y']],
    ['b: 3\n', 'a:\n- x\n', 'a:\n- x\n- y\n', 'add a does not exist', ['a:', '- y']],
    ['n: mine\n', 'n: x\n', 'n: y\n', 'replace 1:1 n has another value', ['n: y']],
    ['n: 1\na: mine\n', 'n: 1\na: x\n', 'n: 1\n', 'remove 2:1 a has been changed', ['a: mine']],
    [
      'a:\n- name: x # mine\n  size: 2\n',
      'a:\n- name: x\n  size: 1\n',
      'a: []\n',
      'remove 2:1 a[x] has been changed',
      ['- name: x # mine', '  size: 2'],
    ],
    [
      'a:\n- name: x\n  n: 1\n- name: x\n  n: 2\n',
      'a:\n- name: x\n',
      'a:\n- name: x\n  size: 1\n',
      'add 2:1 a[x] exists more than once',
      ['a:', '- name: x', '  size: 1'],
    ],
    ['a: *x\nb: 1\n', 'a: 1\n', 'a: 2\n', 'replace 1:1 cannot be read: Unresolved alias', ['a: 2']],
    ['a: [\n', 'a: [x]\n', 'a: [x, y]\n', 'add 2:1 cannot be read', []],
    ['', 'a:\n- x\n', 'a:\n- x\n- y\n', 'add does not have this document', ['a:', '- y']],
    ['- a\n', 'a:\n- x\n', 'a:\n- x\n- y\n', 'add 1:1 has another value in its place', ['a:', '- y']],
    ['a: &x\n- p\nb: *x\nc: &x q\n', 'a:\n- p\n', '{}\n', 'remove', ['a:', '- p']],
  ])('as in %j', (existing, old, wanted, said, lines) => {
    const [problem] = problems(existing, old, wanted);
    const { kind, line, column, where, reason } = problem!;
    const place = line === undefined ? '' : `${line}:${column}`;
    expect([kind, place, where, reason].filter((each) => each !== '').join(' ')).toContain(said);
    if (lines.length > 0) expect(problem!.lines).toEqual(lines);
  });

  it('holds for all of a file: nothing of it is merged', () => {
    expect(problems('a: mine\nb:\n- x\n', 'a: 1\nb:\n- x\n', 'a: 2\nb:\n- x\n- y\n')).toHaveLength(1);
  });
});

describe('a merge of what fits', () => {
  const old = 'about Web\nkept\nthe Web\nmore of Web\n';
  const fresh = old.replaceAll('Web', 'Site');

  it('changes the lines that are as they were, and leaves the others', () => {
    const existing = 'about my Web\nkept\nmine\nthe Web\n';
    expect(mergeFile('a.ts', { existing, before: old, after: fresh }).kind).toBe('refused');
    expect(mergeFile('a.ts', { existing, before: old, after: fresh }, { partial: true })).toEqual({
      kind: 'merged',
      content: 'about my Web\nkept\nmine\nthe Site\n',
    });
  });

  it('changes the values that are as they were', () => {
    const texts = { existing: 'a: web\nb: mine\n', before: 'a: web\nb: web\n', after: 'a: site\nb: site\n' };
    expect(mergeFile('a.yaml', texts, { partial: true })).toEqual({ kind: 'merged', content: 'a: site\nb: mine\n' });
  });
});
