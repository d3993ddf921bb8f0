import { describe, expect, it } from 'vitest';
import { alignCode } from '../../../src/scaffold/change/edited-code/template-differences.js';

const code = (kind: string, plural: string): string => `import { ${kind} } from './${plural}.js';

// About ${kind}.
@Rbac({ groups: [names.of('a')], resources: ['${plural}'] })
export class ${kind}Reconciler {
  name = '${kind}';
}
`;

describe('alignCode', () => {
  it('finds names and strings, and leaves prose to the merge', () => {
    const aligned = alignCode(code('Web', 'webs'), code('Site', 'sites'));
    expect(aligned?.names).toEqual([
      { name: 'Web', newName: 'Site' },
      { name: 'WebReconciler', newName: 'SiteReconciler' },
    ]);
    expect(aligned?.texts.map(({ newName }) => newName)).toEqual(['./sites.js', 'sites', 'Site']);
    expect(aligned?.renamed).toBe(
      code('Site', 'sites').replace('About Site', 'About Web').replace("name = 'Site'", "name = 'Web'"),
    );
  });

  it('compares only what is made of the same words', () => {
    expect(alignCode(code('Web', 'webs'), `${code('Web', 'webs')}export {};`)).toBeUndefined();
  });
});
