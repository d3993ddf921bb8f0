import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { builtinModules } from './builtin-modules.js';

// Joins the modules of the command line into a few files, all in one folder. Node.js needs longer to find and open a hundred small
// modules than to run most commands; decision 31 has the measurements.

const checkout = fileURLToPath(new URL('..', import.meta.url));

/**
 * What `import()` loads, in layers: where a module of a layer is loaded, the layers before it are as well. So each layer is one
 * file, and not one for each combination of commands. Below them is what every command line needs: `src/main.ts`. What is not
 * named here is `work`, or `compiler` where it cannot be loaded without the compiler.
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
} satisfies Record<string, readonly string[]>;

type Layer = keyof typeof layers;
const order = Object.keys(layers) as readonly Layer[];

const compiler = 'src/language/compiler/compiler.ts';

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

/** Writes the bundle into a folder, with source maps, and the licences of the packages that became a part of it. */
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
  writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf({ ...bundled.inputs, ...deployment.inputs }));
}

/** Bundles what installs, deploys and tests operators in clusters, of which the command line loads nothing. */
function bundleDeployment(outdir: string) {
  return build({
    ...common,
    outdir,
    entryPoints: { cluster: 'src/deployment/main.ts', testing: 'src/deployment/tests/index.ts' },
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

/** The layer of each module that `import()` loads. */
function layersOf({ inputs, outputs }: Metafile): ReadonlyMap<string, Layer> {
  const imports = (file: string) => inputs[file]!.imports.filter(({ external }) => external !== true);
  const loadsCompiler = (file: string, seen: Set<string>): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    const needed = imports(file).filter(({ kind }) => kind !== 'dynamic-import');
    return file === compiler || needed.some(({ path }) => loadsCompiler(path, seen));
  };
  const loaded = Object.keys(inputs)
    .flatMap(imports)
    .filter(({ kind }) => kind === 'dynamic-import')
    .map(({ path }) => path);
  const named = order.flatMap((layer) => layers[layer].map((file) => [file, layer] as const));
  const wrong = named.filter(([file]) => !loaded.includes(file) || loadsCompiler(file, new Set()));
  if (wrong.length > 0) throw new Error(`not loaded by import(), or only with the compiler: ${wrong.join(' ')}`);
  const others = loaded.map((file) => [file, loadsCompiler(file, new Set()) ? 'compiler' : 'work'] as const);
  const layerOf = new Map<string, Layer>([...others, ...named]);
  refuseCollisions(layerOf, outputs);
  refuseInFirstLayer(inputs, imports);
  return layerOf;
}

/** Modules that every command line would load, and help does not need. */
const notFirst = ['src/base/diagnostics/catalogue.ts', 'src/output/plan/state.ts', 'src/project/project-file.ts'];

/** Refuses large modules in the first layer, with the imports that bring them there. */
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

/** Of two exports with one name a layer would have none. */
function refuseCollisions(layerOf: ReadonlyMap<string, Layer>, outputs: Metafile['outputs']): void {
  const names = Object.values(outputs).flatMap(({ entryPoint = '', exports }) => {
    const layer = layerOf.get(entryPoint);
    return layer === undefined ? [] : exports.map((name) => `${name} of ${layer}`);
  });
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  if (twice.length > 0) throw new Error(`exported twice: ${twice.join(' ')}`);
}

/** Has `import()` of a module load its layer. */
function inLayers(layerOf: ReadonlyMap<string, Layer>): Plugin {
  const below = (layer: Layer): string => {
    const name = order[order.indexOf(layer) - 1];
    return name === undefined ? './src/main.ts' : `layer:${name}`;
  };
  return {
    name: 'layers',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === layerOf) return undefined;
        const found = await esbuild.resolve(path, { kind, importer, resolveDir, pluginData: layerOf });
        const layer = layerOf.get(found.path.slice(checkout.length).replaceAll('\\', '/'))!;
        return { path: layer, namespace: 'layer' };
      });
      esbuild.onResolve({ filter: /^layer:/ }, ({ path }) => ({
        path: path.slice('layer:'.length),
        namespace: 'layer',
      }));
      esbuild.onResolve({ filter: /^library$/ }, () => ({ path: 'library', namespace: 'library' }));
      esbuild.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => ({
        contents: [
          ...[...layerOf].filter(([, layer]) => layer === path).map(([file]) => `export * from './${file}';`),
          `export * as below from '${below(path as Layer)}';`,
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
