import { spawnSync } from 'node:child_process';
import { posix } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../support/tree.js';
import { initContext, rendered } from './samples.js';

let files: Record<string, string>;
let scripts: Record<string, string>;
beforeAll(async () => {
  const parts = ['init', 'agents', 'devcontainer', 'workflows', 'prometheus', 'network-policy'] as const;
  files = Object.assign({}, ...(await Promise.all(parts.map((set) => rendered(set, initContext)))));
  scripts = (JSON.parse(files['package.json']!) as { scripts: Record<string, string> }).scripts;
});

/** Every match of a pattern's first group in a file. */
function found(path: string, pattern: RegExp): readonly string[] {
  return [...files[path]!.matchAll(pattern)].map(([, name]) => name!);
}

const below = (folder: string) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
const documents = (path: string) => parseAllDocuments(files[path]!, { version: '1.1' }).map((each) => each.toJS());

describe('the commands of a new project', () => {
  it('are there wherever one is named', () => {
    for (const path of ['Makefile', 'README.md', 'AGENTS.md', ...below('.github')]) {
      for (const script of found(path, /npm run (?:--silent )?([a-z][a-z:0-9-]*)/g))
        expect(scripts, path).toHaveProperty([script]);
    }
    const targets = found('Makefile', /^([a-z][a-z0-9-]*):/gm);
    for (const target of found('README.md', /\bmake ([a-z][a-z0-9-]*)/g)) expect(targets).toContain(target);
  });

  it('include the targets of a kubebuilder project, each with its line of help', () => {
    const documented = found('Makefile', /^([a-z][a-z0-9-]*):.*## \S/gm);
    expect(documented).toEqual(
      expect.arrayContaining(
        (
          'help manifests fmt lint lint-fix test test-e2e build run docker-build docker-push docker-buildx ' +
          'build-installer install uninstall deploy undeploy'
        ).split(' '),
      ),
    );
    expect(found('Makefile', /^\.PHONY: (.*)$/gm)).toEqual(expect.arrayContaining([...documented]));
  });

  it('are none that npm runs on its own', () => {
    const hooks = ['install', 'prepare', 'prepublish', 'dependencies', 'uninstall'];
    const names = Object.keys(scripts);
    expect(names.filter((name) => hooks.includes(name) || /^(pre|post)[a-z]/.test(name))).toEqual([]);
  });
});

describe('the workflows of a new project', () => {
  it('have no permission that they do not ask for, and actions that cannot change', () => {
    const workflows = below('.github/workflows');
    expect(workflows.length).toBeGreaterThan(2);
    for (const path of workflows) {
      const [workflow] = documents(path);
      expect(workflow.permissions, path).toEqual({});
      const uses = found(path, /uses: (\S+)/g);
      expect(uses.length, path).toBeGreaterThan(0);
      for (const action of uses) expect(action, path).toMatch(/^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40}$/);
    }
  });

  it('check the generated files', () => {
    expect(files['.github/workflows/codegen-check.yml']).toContain('run: npx operator-gen check --output github ');
  });

  it('compare a pull request with its base, which is fetched', () => {
    const [workflow] = documents('.github/workflows/codegen-check.yml');
    const { steps } = workflow.jobs['codegen-check'];
    // The first parent of the merge commit that GitHub checks out.
    expect(steps[0].with).toEqual({ 'persist-credentials': false, 'fetch-depth': 2 });
    const base = "${{ github.event_name == 'pull_request' && '--against HEAD^1' || '' }}";
    const checks = steps.filter(({ run = '' }) => run.includes('operator-gen check'));
    expect(checks.map(({ run }: { run: string }) => run.includes(base))).toEqual([true, true]);
  });

  it('upload a report, without failing where that is not permitted', () => {
    const [workflow] = documents('.github/workflows/codegen-check.yml');
    const { steps, permissions } = workflow.jobs['codegen-check'];
    expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' });
    const [check, report, upload] = steps.slice(-3);
    expect(check).toMatchObject({ id: 'check' });
    expect(check).not.toHaveProperty('if');
    expect(report.if).toContain("steps.check.outcome != 'skipped'");
    expect(report.run).toMatch(/ --output sarif .*> check\.sarif /);
    const script = report.run
      .replace(/^npx operator-gen check.*?(?= >)/, '(exit $CODE)')
      .replace('check.sarif', '/dev/null');
    const exitCodes = ['0', '1', '2', '3', '70', '130'].map(
      (CODE) => spawnSync('bash', ['-e', '-c', script], { env: { ...process.env, CODE } }).status,
    );
    expect(exitCodes).toEqual([0, 0, 1, 0, 1, 1]);
    expect(upload).toMatchObject({ 'continue-on-error': true, with: { sarif_file: 'check.sarif' } });
  });
});

describe('the image of a new project', () => {
  // A pattern that matches nothing ends the build with podman, so there is a line for vendor/ only with a vendor/.
  it.each([true, false])('is built from files that are there (with packages in vendor/: %s)', async (vendored) => {
    const packages = { ...initContext.packages, vendored };
    const dockerfile = (await rendered('init', { ...initContext, packages }))['Dockerfile']!;
    const sources = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    expect(sources).toEqual([
      'package.json',
      'package-lock.json',
      ...(vendored ? ['vendor'] : []),
      'tsconfig.json',
      'src',
    ]);
    for (const source of sources) expect(isInContext(source), source).toBe(true);
  });

  it('has no secret in its context, wherever that is', () => {
    for (const name of secrets)
      for (const path of [name, `src/${name}`, `src/a/b/${name}`]) expect(isInContext(path), path).toBe(false);
    for (const path of ['.git/config', 'node_modules/a/index.js', 'dist/main.mjs', 'config/default/kustomization.yaml'])
      expect(isInContext(path), path).toBe(false);
    for (const path of ['src/main.ts', 'src/api/v1/key.types.ts', 'package-lock.json'])
      expect(isInContext(path), path).toBe(true);
  });

  it('is built on the platform of the builder, and runs as nobody with the same major version of Node', () => {
    const [build, base, run, ...more] = found('Dockerfile', /^FROM (.*)$/gm);
    expect(more).toEqual([]);
    expect(build).toMatch(/^--platform=\$BUILDPLATFORM node:24-trixie-slim@sha256:[0-9a-f]{64} AS build$/);
    expect(base).toMatch(/^gcr\.io\/distroless\/nodejs24-debian13:nonroot@sha256:[0-9a-f]{64} AS base$/);
    expect([run, ...found('Dockerfile', /^ARG BASE_IMAGE=(.*)$/gm)]).toEqual(['$BASE_IMAGE', 'base']);
    expect(files['Dockerfile']).toMatch(/^USER 65532:65532$/m);
  });

  it('gets updates of what is pinned, where that is', () => {
    const [dependabot] = documents('.github/dependabot.yml');
    expect(dependabot.version).toBe(2);
    expect(
      dependabot.updates.map((each: Record<string, unknown>) => [each['package-ecosystem'], each['directory']]),
    ).toEqual([
      ['docker', '/'],
      ['github-actions', '/'],
    ]);
  });

  it('has layers that do not depend on when they are built, on four platforms, with an SBOM and provenance', async () => {
    const root = temporaryFolder({ Makefile: files['Makefile']! });
    const dryRun = async (...args: string[]): Promise<string> =>
      (await execa('make', ['--dry-run', 'IMG=example.com/a:1', ...args], { cwd: root, env: { PLATFORMS: undefined } }))
        .stdout;
    const built = await dryRun('docker-buildx', 'SOURCE_DATE_EPOCH=7');
    expect(built).toContain('--platform=linux/arm64,linux/amd64,linux/s390x,linux/ppc64le ');
    for (const flag of ['--sbom=true', '--provenance=mode=max', '--build-arg=SOURCE_DATE_EPOCH=7'])
      expect(built.split(' ')).toContain(flag);
    expect(built).not.toContain('BASE_IMAGE');
    expect(await dryRun('docker-build', 'BASE_IMAGE=example.com/node@sha256:00')).toMatch(
      /^docker build --build-arg=SOURCE_DATE_EPOCH=\d+ --build-arg=BASE_IMAGE="example\.com\/node@sha256:00" -t example\.com\/a:1 \.$/,
    );
    // What the build copies is what has the fixed time.
    const copied = found('Dockerfile', /^COPY --from=build (.*) \/$/gm)[0]!.replaceAll('/workspace/', '');
    expect(files['Dockerfile']).toContain(`touch --date="@$SOURCE_DATE_EPOCH" ${copied}\n`);
    expect(files['.github/workflows/image.yml']).toContain('make docker-buildx');
  });

  /** Reports whether Docker sends a file to the builder: of the patterns that match it or a folder above it, the last one decides. */
  function isInContext(path: string): boolean {
    const parts = path.split('/');
    const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
    return files['.dockerignore']!.split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .reduce((included, line) => {
        const [anywhere, name] = /^!?(\*\*\/)?(.*)$/.exec(line)!.slice(1);
        const escaped = name!.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
        const pattern = anywhere === undefined ? escaped : `(?:.*/)?${escaped}`;
        const matches = above.some((each) => new RegExp(`^${pattern}$`).test(each));
        return matches ? line.startsWith('!') : included;
      }, true);
  }
});

describe('the repository of a new project', () => {
  it('keeps secrets and what is built out, and what others apply or need in', async () => {
    const root = temporaryFolder({ '.gitignore': files['.gitignore']! });
    await execa('git', ['init', '--quiet'], { cwd: root });
    const ignored = async (...paths: string[]): Promise<string[]> => {
      const { stdout } = await execa('git', ['check-ignore', '--no-index', ...paths], { cwd: root, reject: false });
      return stdout.split('\n').filter(Boolean);
    };
    const out = [
      ...secrets.flatMap((name) => [name, `config/${name}`]),
      ...[
        'dist/main.mjs',
        'node_modules/a',
        'coverage/index.html',
        'a-0.1.0.tgz',
        'npm-debug.log',
        '.operator-gen/pending/redo.json',
      ],
    ];
    expect(await ignored(...out)).toEqual(out);
    const kept = Object.keys(files).filter((path) => path !== '.gitignore');
    expect(await ignored(...kept, 'dist/install.yaml', '.env.example', 'package-lock.json', '.npmrc')).toEqual([]);
  });
});

describe('Node in a new project', () => {
  it('is version 24 wherever a version is chosen', () => {
    const texts = Object.entries(files).filter(([path]) => /workflows|Dockerfile|devcontainer/.test(path));
    const versions = texts.flatMap(([, text]) =>
      [...text.matchAll(/(?:node-version: |node:|nodejs)(\d+)/g)].map(([, major]) => major),
    );
    expect(versions.length).toBeGreaterThan(5);
    expect(new Set(versions)).toEqual(new Set(['24']));
    const { devDependencies, engines } = JSON.parse(files['package.json']!);
    expect(devDependencies['@types/node']).toMatch(/^24\./);
    // Older ones work, and the bundle is made for them.
    expect(engines.node).toBe('>=20.19');
    expect(scripts['build']).toContain('--target=node20');
    expect(files['README.md']).toContain('You need Node.js 24');
  });
});

const secrets = [
  ...['kubeconfig', 'kind.kubeconfig', 'kubeconfig.yaml', 'prod.kubeconfig.yaml', '.kube/config'],
  ...['.env', '.env.local', '.env.production', 'tls.key', 'tls.crt', 'ca.pem', 'client.p12', 'client.pfx'],
];

describe('the manifests of a new project', () => {
  it('are all listed by a kustomization, and none is listed that is not there', () => {
    const kustomizations = below('config').filter((path) => path.endsWith('/kustomization.yaml'));
    for (const path of kustomizations) {
      const folder = posix.dirname(path);
      const [{ resources = [], patches = [] }] = documents(path);
      const listed = [...resources, ...patches.map((patch: { path: string }) => patch.path)].filter((name) =>
        name.endsWith('.yaml'),
      );
      // role.yaml is generated.
      const there = [
        ...below(folder).filter((each) => each !== path),
        ...(folder === 'config/rbac' ? ['config/rbac/role.yaml'] : []),
      ];
      expect(listed.map((name) => posix.join(folder, name)).toSorted(), path).toEqual(there.toSorted());
    }
  });

  it('have nothing in them that is commented out', () => {
    for (const path of below('config')) expect(files[path], path).not.toMatch(/^\s*#\s?(- |\w+:\s*$|\w+: [^ ]*$)/m);
  });

  it('run the operator as nobody, with nothing that it could write to or gain', () => {
    const deployment = documents('config/manager/manager.yaml').find(({ kind }) => kind === 'Deployment');
    const { spec } = deployment.spec.template;
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const [manager] = spec.containers;
    expect(manager.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
    expect(manager.resources.limits).toHaveProperty('memory');
    expect(files['Dockerfile']).toMatch(/^USER 65532:65532$/m);
  });

  it('select the Pods that they make, at the ports that those listen on', () => {
    const deployment = documents('config/manager/manager.yaml').find(({ kind }) => kind === 'Deployment');
    const { metadata, spec } = deployment.spec.template;
    const [service] = documents('config/default/metrics_service.yaml');
    const [policy] = documents('config/network-policy/allow-metrics-traffic.yaml');
    const [monitor] = documents('config/prometheus/monitor.yaml');
    for (const labels of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      policy.spec.podSelector.matchLabels,
    ])
      expect(metadata.labels).toMatchObject(labels);
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(service.spec.ports.map(({ name }: { name: string }) => name)).toContain(monitor.spec.endpoints[0].port);

    // What a network policy lets through is the port of the Pod, which is not always that of the Service.
    const patch = documents('config/default/manager_metrics_patch.yaml')[0].map(
      ({ value }: { value: unknown }) => value,
    );
    const [argument, port] = patch;
    expect(argument).toBe(`--metrics-bind-address=:${port.containerPort}`);
    expect(service.spec.ports[0].targetPort).toBe(port.name);
    expect(policy.spec.ingress[0].ports[0].port).toBe(port.containerPort);
    const [manager] = spec.containers;
    const health = manager.ports.find(({ name }: { name: string }) => name === 'health');
    expect(manager.args).toContain(`--health-probe-bind-address=:${health.containerPort}`);
    for (const probe of [manager.livenessProbe, manager.readinessProbe]) expect(probe.httpGet.port).toBe('health');
  });
});
