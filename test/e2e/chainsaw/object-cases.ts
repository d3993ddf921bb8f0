import type { TriedCase } from '../declarative/table.js';
import { apply, assert, error, failing, menu, oneStep, passing, refused, soon, stepOf } from './table.js';

const hot = apply(menu('{ soup: hot, tea: cold }'));
const file = `apiVersion: v1
kind: ConfigMap
metadata: { name: menu }
data: { soup: hot }
`;
const deletion = (ref: string, more = ''): string => `delete: { ref: ${ref}${more} }`;
const reference = '{ apiVersion: v1, kind: ConfigMap, name: menu }';

/** Objects that are applied, compared and deleted. */
export const objectCases: readonly TriedCase[] = [
  passing('apply-and-assert', oneStep(hot, assert(menu('{ soup: hot }')))),
  failing('other-value', oneStep(hot, assert(menu('{ soup: cold }'), soon))),
  failing('missing-field', oneStep(hot, assert(menu('{ cake: cold }'), soon))),
  failing('missing-object', oneStep(assert(menu('{ soup: hot }'), soon))),
  passing('apply-twice', oneStep(hot, apply(menu('{ soup: cold }')), assert(menu('{ soup: cold, tea: cold }')))),
  passing('apply-of-file', oneStep('apply: { file: menu.yaml }', 'assert: { file: menu.yaml }'), { 'menu.yaml': file }),
  passing(
    'apply-of-files',
    oneStep('apply: { file: "all/*.yaml" }', assert(menu('{ soup: hot }')), assert(menu('{ a: b }', 'name: other'))),
    {
      'all/menu.yaml': file,
      'all/other.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other }\ndata: { a: b }\n`,
      'all/notes.txt': 'none: [\n',
    },
  ),
  failing('missing-file', oneStep('apply: { file: menu.yaml }')),
  passing('list-of-objects', oneStep('apply: { file: menu.yaml }', assert(menu('{ a: b }', 'name: other'))), {
    'menu.yaml': `apiVersion: v1\nkind: List\nitems: [${menu('{ a: b }')}, ${menu('{ a: b }', 'name: other')}]\n`,
  }),
  failing('apply-is-rejected', oneStep(apply(menu('{ a: b }', 'name: Not_A_Name'), ', timeout: 1s'))),
  failing('apply-without-name', oneStep(apply(menu('{ a: b }', 'generateName: menu-'), ', timeout: 1s'))),
  failing(
    'apply-with-unknown-field',
    oneStep(apply('{ apiVersion: v1, kind: ConfigMap, metadata: { name: menu }, soup: hot }', ', timeout: 1s')),
  ),
  failing(
    'apply-again-with-unknown-field',
    oneStep(hot, apply('{ apiVersion: v1, kind: ConfigMap, metadata: { name: menu }, soup: hot }', ', timeout: 1s')),
  ),
  failing(
    'apply-of-unknown-kind',
    oneStep(apply('{ apiVersion: no.example.com/v1, kind: Order, metadata: { name: a } }', ', timeout: 1s')),
  ),
  refused(
    'kind-in-lower-case',
    oneStep(hot, assert('{ apiVersion: v1, kind: configmap, metadata: { name: menu } }', soon)),
  ),
  passing('error-of-missing', oneStep(hot, error(menu('{ a: b }', 'name: other')))),
  failing('error-of-existing', oneStep(hot, error(menu('{ soup: hot }'), soon))),
  passing('error-with-other-value', oneStep(hot, error(menu('{ soup: cold }')))),
  failing(
    'error-of-unknown-kind',
    oneStep(error('{ apiVersion: no.example.com/v1, kind: Order, metadata: { name: a } }', soon)),
  ),
  failing(
    'assert-of-unknown-kind',
    oneStep(assert('{ apiVersion: no.example.com/v1, kind: Order, metadata: { name: a } }', soon)),
  ),
  passing('delete-by-name', oneStep(hot, deletion(reference), error(menu('{}')))),
  passing('delete-of-nothing', oneStep(deletion(reference))),
  passing('delete-by-file', oneStep(hot, 'delete: { file: menu.yaml }', error(menu('{}'))), { 'menu.yaml': file }),
  passing(
    'delete-by-labels',
    oneStep(
      apply(menu('{ a: b }', 'name: one, labels: { of: shop }')),
      apply(menu('{ a: b }', 'name: two, labels: { of: bank }')),
      deletion('{ apiVersion: v1, kind: ConfigMap, labels: { of: shop } }'),
      error(menu('{}', 'name: one')),
      assert(menu('{ a: b }', 'name: two')),
    ),
  ),
  failing('delete-of-unknown-kind', oneStep(deletion('{ apiVersion: no.example.com/v1, kind: Order, name: a }'))),
  failing(
    'delete-takes-too-long',
    oneStep(
      apply(menu('{ a: b }', 'name: menu, finalizers: [tried.example.com/hold]')),
      deletion(reference, ', timeout: 1s'),
    ) +
      '  finally:\n  - script: { content: "kubectl patch configmap menu -n $NAMESPACE --type=merge -p \'{\\"metadata\\":{\\"finalizers\\":null}}\'" }\n',
  ),
  passing('steps-share-objects', `steps:\n${stepOf(hot)}${stepOf(assert(menu('{ soup: hot }')))}`),
  passing(
    'assert-by-labels',
    oneStep(
      apply(menu('{ a: b }', 'name: one, labels: { of: shop }')),
      assert(menu('{ a: b }', 'labels: { of: shop }')),
    ),
  ),
  failing(
    'assert-by-other-labels',
    oneStep(
      apply(menu('{ a: b }', 'name: one, labels: { of: shop }')),
      assert(menu('{ a: b }', 'labels: { of: bank }'), soon),
    ),
  ),
];
