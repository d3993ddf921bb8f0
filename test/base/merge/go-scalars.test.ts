import { expect, it } from 'vitest';
import { asKubernetes, asKustomize, isYamlProblem, yamlDocuments } from '../../../src/base/text/yaml-documents.js';

function objectsIn(text: string, options: typeof asKubernetes): unknown {
  const documents = yamlDocuments(text, options);
  return isYamlProblem(documents) ? documents.message : documents.map((each): unknown => each.toJS());
}

// As sigs.k8s.io/yaml resolves them: an exponent alone has no digits in front of it, so it is a string.
it.each<[string, unknown]>([
  ['e980', 'e980'],
  ['-E5', '-E5'],
  ['.e5', '.e5'],
  ['._e+5', '._e+5'],
  ['1e3', 1000],
  ['.5e1', 5],
  ['685.230_15e+03', 685230.15],
  ['._', '._'],
  ['e', 'e'],
  ['', null],
])('reads %j as Kubernetes does', (text, value) => {
  for (const options of [asKubernetes, asKustomize]) expect(objectsIn(`a: ${text}\n`, options)).toEqual([{ a: value }]);
});
