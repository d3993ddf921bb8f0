import { expect, it } from 'vitest';
import { functionName } from '../../../src/features/adopt/code/controller-text.js';
import { lanternCrd } from '../../support/go-project.js';
import { testFolder } from '../../support/projects.js';

it.each([
  ['NHCByNodeMapperFunc', 'nhcByNodeMapperFunc'],
  ['LanternsOf', 'lanternsOf'],
  ['lanternsOf', 'lanternsOf'],
  ['URL', 'url'],
  ['PVCs', 'pvcs'],
  ['func', ''],
])('the function %s of Go is %s in TypeScript', (go, name) => {
  expect(functionName(go)).toBe(name);
});

it('definitions that are templates of a chart are to be rendered first', async () => {
  const text = `{{- if .Values.crds }}\n${lanternCrd()}{{- end }}\n`;
  const project = testFolder({ 'deploy/chart/templates/lanterns.yaml': text });
  const { diagnostics } = await project.adopt();
  expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
    [
      'adopt-without-crds',
      'deploy/chart/templates/lanterns.yaml is part of a chart; render it first: helm template deploy/chart > config/crd/definitions.yaml',
    ],
  ]);
});
