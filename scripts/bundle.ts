import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { builtinModules } from './builtin-modules.js';
import { bundlePage } from './bundle-page.js';

// Joins the modules of the command line into a few files, all in one folder. Node.js needs longer to find and open a hundred small
// modules than to run most commands; decision 31 has the measurements.

const checkout = fileURLToPath(new URL('..', import.meta.url));

/**
 * The modules that `import()` loads, in layers: when a module of a layer is loaded, so are the layers before it. So
 * each layer is one file, instead of one for each combination of commands. Below them is what every command line needs:
 * `src/main.ts`. A module that is not named here is in the last layer whose beginning (`begins`) it needs, or in `work`.
 * The large part of a feature is a layer of its own, above that one.
 */
const layers = {
  // What `manifests` and `check` need of a project that is up to date.
  run: [
    'src/cli/framework/change.ts',
    'src/cli/framework/drift.ts',
    'src/cli/framework/run.ts',
    'src/cli/commands/check/run.ts',
    'src/cli/commands/manifests/run.ts',
    'src/base/io/disk.ts',
    'src/base/memory/memory.ts',
    'src/base/helper/process-helper.ts',
    'src/features/compatibility/check.ts',
    'src/features/deployment/check.ts',
    'src/features/permissions/commands/rbac/run.ts',
    'src/features/permissions/problems-of-project.ts',
    'src/features/upgrade/check.ts',
    'src/features/verdict/kustomization-problems.ts',
  ],
  // What a wrong command line, a failure, a note and a shell need.
  report: [
    'src/cli/framework/completion/script.ts',
    'src/cli/framework/failure.ts',
    'src/cli/framework/presenter.ts',
    'src/cli/framework/report-json.ts',
    'src/cli/framework/report-sarif.ts',
    'src/cli/framework/report.ts',
    'src/cli/framework/usage-error.ts',
    'src/base/diagnostics/diagnostic.ts',
    'src/base/diagnostics/select.ts',
    'src/base/diagnostics/shell-line.ts',
    'src/base/helper/unavailable-verdict.ts',
  ],
  work: [],
  compiler: [],
  scaffold: [],
} satisfies Record<string, readonly string[]>;

const order: readonly string[] = Object.keys(layers);

/** The modules without which the others of a layer are not loaded. */
const begins = {
  scaffold: 'src/scaffold/change/change-project.ts',
  compiler: 'src/language/compiler/compiler.ts',
} as const;

/** Layers above `work`, by the module with a package that nothing else needs. */
const apart = { picture: 'src/output/graph/layout.ts' } as const;

/** Bytes of the sources of a feature that make it a layer of its own. */
const large = 40_000;

/** The layer of a module that `import()` loads, and the one below it; none below the first. */
interface Place {
  readonly layer: string;
  readonly below?: string | undefined;
}

const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
};

const common = {
  absWorkingDir: checkout,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  // What is not installed with this package becomes a part of it.
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  write: false,
  metafile: true,
} as const satisfies BuildOptions;

/** Writes the bundle into a folder, with source maps, and the licenses of the packages that are included in it. */
export async function bundle(outdir: string): Promise<void> {
  const { metafile } = await build({ ...common, outdir, entryPoints: { main: 'src/main.ts', index: 'src/index.ts' } });
  const { outputFiles, metafile: bundled } = await build({
    ...common,
    outdir,
    entryPoints: { main: 'src/main.ts', library: 'library' },
    plugins: [builtinModules, inLayers(layersOf(metafile))],
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, text);
  writeFileSync(join(outdir, 'index.js'), `export { ${exportsOf(metafile).join(', ')} } from './library.js';\n`);
  const { outputFiles: others, metafile: deployment } = await bundleDeployment(outdir);
  for (const { path, text } of others) writeFileSync(path, text);
  const page = await bundlePage(join(outdir, 'page'));
  writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf({ ...bundled.inputs, ...deployment.inputs, ...page }));
}

/**
 * Bundles the code that installs, deploys and tests operators in clusters, and the program that runs etcd and kube-apiserver. The command
 * line loads none of it.
 */
function bundleDeployment(outdir: string) {
  return build({
    ...common,
    outdir,
    entryPoints: {
      cluster: 'src/deployment/main.ts',
      'cluster-supervisor': 'src/features/cluster/supervisor/main.ts',
      testing: 'src/deployment/tests/index.ts',
    },
    // That of the project: the tests are a part of its run.
    external: [...common.external, 'vitest'],
    plugins: [builtinModules],
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
  });
}

/** The names that `src/index.ts` exports. */
function exportsOf({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).find(({ entryPoint }) => entryPoint === 'src/index.ts')!.exports;
}

/** The place of each module that `import()` loads. */
function layersOf({ inputs, outputs }: Metafile): ReadonlyMap<string, Place> {
  const imports = (file: string) => inputs[file]!.imports.filter(({ external }) => external !== true);
  const neededBy = (file: string): ReadonlySet<string> => {
    const found = new Set([file]);
    for (const each of found)
      for (const { kind, path } of imports(each)) if (kind !== 'dynamic-import') found.add(path);
    return found;
  };
  const loaded = Object.keys(inputs)
    .flatMap(imports)
    .filter(({ kind }) => kind === 'dynamic-import')
    .map(({ path }) => path);
  const named = new Map(Object.entries(layers).flatMap(([layer, files]) => files.map((file) => [file, layer])));
  const wrong = [...named.keys()].filter((file) => !loaded.includes(file) || neededBy(file).has(begins.compiler));
  if (wrong.length > 0) throw new Error(`not loaded by import(), or only with the compiler: ${wrong.join(' ')}`);
  const placeOf = (file: string): Place => {
    const needed = neededBy(file);
    const separate = Object.entries(apart).find(([, module]) => needed.has(module))?.[0];
    if (separate !== undefined) return { layer: separate, below: 'work' };
    const layer =
      named.get(file) ?? Object.entries(begins).find(([, beginning]) => needed.has(beginning))?.[0] ?? 'work';
    const feature = /^src\/features\/([^/]+)\//.exec(file)?.[1];
    const own = [...needed].filter((each) => each.startsWith('src/features/'));
    const bytes = own.reduce((sum, each) => sum + inputs[each]!.bytes, 0);
    if (feature !== undefined && !named.has(file) && bytes > large) {
      // Above `scaffold`: otherwise the modules that it shares with each command that scaffolds would be one more file.
      const below = layer === 'compiler' ? 'scaffold' : layer;
      return { layer: `${feature}-${below}`, below };
    }
    return { layer, below: order[order.indexOf(layer) - 1] };
  };
  const places = new Map(loaded.map((file) => [file, placeOf(file)]));
  refuseCollisions(places, outputs);
  refuseInFirstLayer(inputs, imports);
  return places;
}

/** Modules that every command line would load, but that the help does not need. */
const notFirst = ['src/base/diagnostics/catalogue.ts', 'src/output/plan/state.ts', 'src/project/project-file.ts'];

/** Rejects large modules in the first layer, with the imports that bring them there. */
function refuseInFirstLayer(
  inputs: Metafile['inputs'],
  imports: (file: string) => readonly { readonly kind: string; readonly path: string }[],
): void {
  const way = new Map([['src/main.ts', 'src/main.ts']]);
  for (const [file, path] of way) {
    for (const { kind, path: next } of imports(file))
      if (kind !== 'dynamic-import' && next in inputs && !way.has(next)) way.set(next, `${path} > ${next}`);
  }
  const wrong = notFirst.flatMap((each) => way.get(each) ?? []);
  if (wrong.length > 0) throw new Error(`in the first layer:\n${wrong.join('\n')}`);
}

/** Rejects two exports with the same name, because a layer would have neither of them. */
function refuseCollisions(places: ReadonlyMap<string, Place>, outputs: Metafile['outputs']): void {
  const names = Object.values(outputs).flatMap(({ entryPoint = '', exports }) => {
    const place = places.get(entryPoint);
    return place === undefined ? [] : exports.map((name) => `${name} of ${place.layer}`);
  });
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  if (twice.length > 0) throw new Error(`exported twice: ${twice.join(' ')}`);
}

/** Makes `import()` of a module load its layer. */
function inLayers(places: ReadonlyMap<string, Place>): Plugin {
  const belowOf = (layer: string): string => {
    const place = [...places.values()].find((each) => each.layer === layer);
    if (place === undefined) throw new Error(`no module is in the layer ${layer}`);
    const { below } = place;
    return below === undefined ? './src/main.ts' : `layer:${below}`;
  };
  return {
    name: 'layers',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === places) return undefined;
        const found = await esbuild.resolve(path, { kind, importer, resolveDir, pluginData: places });
        const { layer } = places.get(found.path.slice(checkout.length).replaceAll('\\', '/'))!;
        return { path: layer, namespace: 'layer' };
      });
      esbuild.onResolve({ filter: /^layer:/ }, ({ path }) => ({
        path: path.slice('layer:'.length),
        namespace: 'layer',
      }));
      esbuild.onResolve({ filter: /^library$/ }, () => ({ path: 'library', namespace: 'library' }));
      esbuild.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => ({
        contents: [
          ...[...places].filter(([, { layer }]) => layer === path).map(([file]) => `export * from './${file}';`),
          `export * as below from '${belowOf(path)}';`,
        ].join('\n'),
        resolveDir: checkout,
      }));
      // With the layers that it would load anyway, or what it has in common with them would be further files.
      esbuild.onLoad({ filter: /./, namespace: 'library' }, () => ({
        contents: "export * from './src/index.ts'; export * as below from 'layer:work';",
        resolveDir: checkout,
      }));
    },
  };
}

function licencesOf(inputs: Metafile['inputs']): string {
  const folders = new Set(Object.keys(inputs).flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(checkout, folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    return `${name} ${version}\n\n${readFileSync(join(checkout, folder, 'LICENSE'), 'utf8').trim()}\n`;
  });
  return ['The files beside this one contain parts of these packages:\n', ...texts].join('\n');
}
