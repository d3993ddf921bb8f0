import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { askHelper } from '../support/ask-helper.js';
import { newProject, problemsOf } from '../support/projects.js';
import { objectsIn, renderChart, type Rendered } from '../support/rendered-chart.js';
import { helm, programPath } from './control-plane/programs.js';

await askHelper();

// Line breaks to readers of YAML 1.1, and characters that are not seen.
const characters = ['\u2028', '\u2029', '\u2028\u2029', '\ufeff', '\u00a0', '\u200b', '\u{1f600}'];
const forms = [
  (mark: string) => `A${mark}B`,
  (mark: string) => `A${mark} B`,
  (mark: string) => `A ${mark}B`,
  (mark: string) => `${mark}A`,
  (mark: string) => `A${mark}`,
  (mark: string) => `one\ntwo${mark}three`,
  (mark: string) => `one${mark}\ntwo: x`,
  (mark: string) => `${'many words '.repeat(12)}${mark}${' and others'.repeat(12)}`,
  (mark: string) => `it's {{ x }}${mark}`,
];
const texts = characters.flatMap((each) => forms.map((form) => form(each)));

const literal = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The descriptions and defaults of the fields in the CRD among some objects. */
function textsIn(objects: readonly Rendered[]): readonly unknown[] {
  const crd: Rendered = objects.find(({ kind }) => kind === 'CustomResourceDefinition');
  const { properties } = crd.spec.versions[0].schema.openAPIV3Schema.properties.spec;
  return texts.map((_, index) => [properties[`f${index}`].description, properties[`f${index}`].default]);
}

/** Reads YAML as the code of Kubernetes does, which is the only reader that deploys it. */
async function asKubectlReads(yaml: string): Promise<readonly Rendered[]> {
  const args = ['annotate', '--local', '--filename', '-', 'read=yes', '--output', 'json'];
  const { stdout } = await execa(programPath('kubectl'), args, { input: yaml });
  return objectsIn(stdout.replaceAll(/^}\n(?=\{$)/gm, '}\n---\n'));
}

describe.skipIf(!isExecutable(programPath(helm.name)))('texts with unusual characters', { timeout: 300_000 }, () => {
  test('are the same in the CRD, in what kustomize builds and in what the chart renders', async () => {
    const project = await newProject();
    await project.createApi();
    const types = 'src/api/v1/webserver.types.ts';
    const fields = texts.map(
      (text, index) => `  @Schema({ description: ${literal(text)} }) f${index}: string = ${literal(text)};\n`,
    );
    project.edit(types, 'import {\n', 'import {\n  Schema,\n');
    project.edit(types, '  size: Int32 = 1;\n', `  size: Int32 = 1;\n${fields.join('')}`);
    await project.settings({ helm: true });
    expect(problemsOf(await project.manifests())).toEqual([]);

    const wanted = texts.map((each) => [each, each]);
    const crd = project.read('config/crd/bases/my.domain_webservers.yaml');
    expect(textsIn(await asKubectlReads(crd))).toEqual(wanted);
    const built = await execa(programPath('kustomize'), ['build', 'config/default'], { cwd: project.root });
    expect(textsIn(await asKubectlReads(built.stdout))).toEqual(wanted);
    expect(textsIn(await renderChart(join(project.root, 'dist/chart')))).toEqual(wanted);
  });
});
