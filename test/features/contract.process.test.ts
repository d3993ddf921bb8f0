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

const chapterDiagnostics = {
  'unnamed-chapter': error<{ kind: string }>(
    ({ kind }) => `the kind ${kind} has no chapter`,
    () => 'add @Chapter with the name of a chapter to its class',
  ),
};
const { diagnostic } = reportersWith(chapterDiagnostics);

const chapters: Feature = {
  name: 'chapters',
  requires: [],
  diagnostics: async () => chapterDiagnostics,
  part: { name: 'chapters', key: 'chapters' },
  markers: async () => [
    kindMarker({
      name: 'Chapter',
      summary: 'Sets the chapter of a kind.',
      kubebuilder: [],
      emits: [],
      parameters: [{ name: 'name', argument: string }],
      apply: (kind, [name]) => {
        kind.ofFeatures = { ...kind.ofFeatures, chapters: name };
      },
    }),
  ],
  isGeneratedPath: (path) => path === 'CHAPTERS.md',
  generators: [
    {
      name: 'chapters',
      generate: ({ project, model }) => {
        if (!project.parts.includes('chapters')) return { files: [] };
        const lines = model.kinds.flatMap(({ kind, versions }) =>
          versions.map(({ name, ofFeatures }) => `- ${kind} ${name}: ${JSON.stringify(ofFeatures?.['chapters'])}\n`),
        );
        const unnamed = model.kinds.filter(({ versions }) => versions.some((each) => each.ofFeatures === undefined));
        return {
          files: [generatedFile('CHAPTERS.md', lines.join(''))],
          diagnostics: unnamed.map(({ kind, versions: [first] }) =>
            diagnostic('unnamed-chapter', { kind }, first?.position),
          ),
        };
      },
    },
  ],
};

installFeatures([chapters]);

it('is a part, a marker, a generator and a diagnostic of a project', async () => {
  const project = await projectWithApi();
  const types = 'src/api/v1/webserver.types.ts';
  project.edit(types, '@Resource(', "/** @chapter 'Serving' */\n@Resource(");
  expect(problemsOf(await project.settings({ enable: ['chapters'] }))).toEqual([]);
  expect(project.read('PROJECT')).toContain('  features.operator-gen/v1:\n    chapters: true\n');
  expect(project.read('CHAPTERS.md')).toBe('- WebServer v1: "Serving"\n');
  project.edit(types, "/** @chapter 'Serving' */\n", '');
  expect((await project.manifests()).diagnostics).toMatchObject([
    { code: 'unnamed-chapter', severity: 'error', message: 'the kind WebServer has no chapter' },
  ]);
  project.edit(types, '@Resource(', "/** @chapter 'Web' */\n@Resource(");
  expect(problemsOf(await project.manifests())).toEqual([]);
  expect(project.read('CHAPTERS.md')).toBe('- WebServer v1: "Web"\n');
  // What is no longer generated goes.
  await project.settings({ disable: ['chapters'] });
  await project.manifests();
  expect(Object.keys(project.snapshot())).not.toContain('CHAPTERS.md');
});

it('is added once, and no other one has its name', () => {
  installFeatures([chapters]);
  expect(() => installFeatures([{ ...chapters }])).toThrow('there are two features chapters');
});

it('is known to the flags of commands', async () => {
  const { root: cwd } = await projectWithApi();
  const { stdout } = await cli(['edit', '--help'], { cwd, commands });
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('"chapters", "devcontainer"');
  expect((await cli(['check', '--only', 'unnamed-chapter'], { cwd, commands })).exitCode).toBe(0);
});
