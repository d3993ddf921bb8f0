import { expect, it } from 'vitest';
import { error } from '../../src/base/diagnostics/catalogue/entry.js';
import { reportersWith } from '../../src/base/diagnostics/diagnostic.js';
import { commands } from '../../src/commands.js';
import { installFeatures, type Feature } from '../../src/feature.js';
import { string } from '../../src/language/markers/argument.js';
import { kindMarker } from '../../src/language/markers/marker.js';
import { generatedFile } from '../../src/output/generate/generator.js';
import { cli } from '../cli/framework/support.js';
import { problemsOf, projectWithApi } from '../support/projects.js';

// What docs/architecture.md says about a new feature: a declaration is all that the core needs.

const tocDiagnostics = {
  'unnamed-chapter': error<{ kind: string }>(
    ({ kind }) => `the kind ${kind} has no chapter`,
    () => 'add @Chapter with the name of a chapter to its class',
  ),
};
const { diagnostic } = reportersWith(tocDiagnostics);

const toc: Feature = {
  name: 'toc',
  requires: [],
  diagnostics: async () => tocDiagnostics,
  part: { name: 'toc', key: 'toc' },
  markers: async () => [
    kindMarker({
      name: 'Chapter',
      summary: 'Sets the chapter of a kind.',
      kubebuilder: [],
      emits: [],
      parameters: [{ name: 'name', argument: string }],
      apply: (kind, [name]) => {
        kind.ofFeatures = { ...kind.ofFeatures, toc: name };
      },
    }),
  ],
  isGeneratedPath: (path) => path === 'TOC.md',
  generators: [
    {
      name: 'toc',
      generate: ({ project, model }) => {
        if (!project.parts.includes('toc')) return { files: [] };
        const chapters = model.kinds.flatMap(({ kind, versions }) =>
          versions.map(({ name, ofFeatures }) => `- ${kind} ${name}: ${JSON.stringify(ofFeatures?.['toc'])}\n`),
        );
        const unnamed = model.kinds.filter(({ versions }) => versions.some((each) => each.ofFeatures === undefined));
        return {
          files: [generatedFile('TOC.md', chapters.join(''))],
          diagnostics: unnamed.map(({ kind, versions: [first] }) =>
            diagnostic('unnamed-chapter', { kind }, first?.position),
          ),
        };
      },
    },
  ],
};

installFeatures([toc]);

it('is a part, a marker, a generator and a diagnostic of a project', async () => {
  const project = await projectWithApi();
  const types = 'src/api/v1/webserver.types.ts';
  project.edit(types, '@Resource(', "/** @chapter 'Serving' */\n@Resource(");
  expect(problemsOf(await project.settings({ enable: ['toc'] }))).toEqual([]);
  expect(project.read('PROJECT')).toContain('  features.operator-gen/v1:\n    toc: true\n');
  expect(project.read('TOC.md')).toBe('- WebServer v1: "Serving"\n');
  project.edit(types, "/** @chapter 'Serving' */\n", '');
  expect((await project.manifests()).diagnostics).toMatchObject([
    { code: 'unnamed-chapter', severity: 'error', message: 'the kind WebServer has no chapter' },
  ]);
  project.edit(types, '@Resource(', "/** @chapter 'Web' */\n@Resource(");
  expect(problemsOf(await project.manifests())).toEqual([]);
  expect(project.read('TOC.md')).toBe('- WebServer v1: "Web"\n');
  // What is no longer generated goes.
  await project.settings({ disable: ['toc'] });
  await project.manifests();
  expect(Object.keys(project.snapshot())).not.toContain('TOC.md');
});

it('is added once, and no other one has its name', () => {
  installFeatures([toc]);
  expect(() => installFeatures([{ ...toc }])).toThrow('there are two features toc');
});

it('is known to the flags of commands', async () => {
  const { root: cwd } = await projectWithApi();
  const { stdout } = await cli(['edit', '--help'], { cwd, commands });
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('"prometheus", "toc", "workflows"');
  expect((await cli(['check', '--only', 'unnamed-chapter'], { cwd, commands })).exitCode).toBe(0);
});
