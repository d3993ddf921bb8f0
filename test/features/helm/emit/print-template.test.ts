import { describe, expect, it } from 'vitest';
import { nameMark, namespaceMark, toNode } from '../../../../src/features/helm/emit/names.js';
import { printTemplate } from '../../../../src/features/helm/emit/print-template.js';
import {
  block,
  code,
  entry,
  list,
  literal,
  map,
  text,
  when,
  type Node,
} from '../../../../src/features/helm/emit/template.js';

const printed = (object: Node, condition = ''): string => printTemplate('Header', [{ object, when: condition }]);

describe('a template', () => {
  it('has literal values as they are, except for what Helm would evaluate', () => {
    const value = { a: 'x {{ y }} z', list: [1, true, null, 'on'], '{{ key }}': { text: 'one\ntwo {{- x -}}\n' } };
    expect(printed(literal(value))).toBe(`{{- /* Header */}}
---
a: x {{ "{{" }} y }} z
list:
- 1
- true
- null
- "on"
"{{ "{{" }} key }}":
  text: |
    one
    two {{ "{{" }}- x -}}
`);
  });

  it('prints conditions, computed values and lists', () => {
    const object = map(
      entry('a', code('int64 $.Values.a')),
      when('$.Values.b', [entry('b', text('x', code('$.Values.b')))], [entry('b', literal(0))]),
      entry('c', list(literal({ d: 1 }), when('$.e', [map(entry('e', text(code('$.e'))))]))),
      entry('f', block('toYaml $.f')),
    );
    expect(printed(object, '$.on')).toBe(`{{- /* Header */}}
{{- if $.on }}
---
a: {{ int64 $.Values.a }}
{{- if $.Values.b }}
b: {{ printf "x%v" ($.Values.b) | quote }}
{{- else }}
b: 0
{{- end }}
c:
- d: 1
{{- if $.e }}
- e: {{ $.e | quote }}
{{- end }}
f:
  {{- toYaml $.f | nindent 2 }}
{{- end }}
`);
  });

  it('has expressions where names depend on the release', () => {
    const nameCode = ({ suffix }: { readonly suffix: string }): string => `name "${suffix}"`;
    const names = { nameCode, namespaceCode: '$.Release.Namespace' };
    const dns = `${nameMark('Service', 'web')}.${namespaceMark}.svc 100%`;
    expect(printed(toNode({ kept: { a: 1 }, dns, namespace: namespaceMark }, names))).toBe(`{{- /* Header */}}
---
kept:
  a: 1
dns: {{ printf "%v.%v.svc 100%%" (name "web") ($.Release.Namespace) | quote }}
namespace: {{ $.Release.Namespace | quote }}
`);
  });
});
