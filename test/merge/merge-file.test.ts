import { describe, expect, it } from 'vitest';
import { mergeFile, type Merged } from '../../src/merge/merge-file.js';

function merge(path: string, existing: string, before: string, after: string): string | Merged {
  const merged = mergeFile(path, { existing, before, after });
  return merged.kind === 'merged' ? merged.content : merged;
}

/** Merges there and back again. */
function both(existing: string, before: string, after: string, path = 'kustomization.yaml'): string | Merged {
  const there = merge(path, existing, before, after);
  if (typeof there !== 'string') return there;
  expect(merge(path, there, before, after)).toBe(there);
  expect(merge(path, there, after, before)).toBe(existing);
  return there;
}

const before = `# ours
resources:
- ../rbac
- ../manager
patches:
# metrics
- path: metrics.yaml
  target:
    kind: Deployment
`;
const after = `# ours
resources:
- ../crd
- ../rbac
# webhooks
- ../webhook
- ../manager
- ../certmanager
patches:
# metrics
- path: metrics.yaml
  target:
    kind: Deployment
# the webhook
- path: webhook.yaml
  target:
    kind: Deployment
replacements:
- source: # from the Service
    kind: Service
    name: webhook
  targets:
  - select:
      kind: Certificate
    fieldPaths:
    - .spec.dnsNames.0
`;

describe('a YAML file', () => {
  it('gets what is new next to what the user wrote', () => {
    const existing = before.replace('- ../rbac\n', '- "../rbac" # mine\n- user.yaml\n').replace('# ours', '# mine');
    expect(both(existing, before, after)).toBe(
      after
        .replace('- ../rbac\n', '- "../rbac" # mine\n')
        .replace('- ../manager', '- user.yaml\n- ../manager')
        .replace('# ours', '# mine'),
    );
  });

  it.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n') + '# x\r\n'],
    ['no newline at the end', (text: string) => text.trimEnd()],
    ['no newline and CRLF', (text: string) => text.replaceAll('\n', '\r\n').trimEnd()],
    ['BOM', (text: string) => `\uFEFF${text}# x\n`],
    [
      'flow',
      (text: string) => text.replace(/resources:.*\npatches/s, 'resources: [ ../rbac,   ../manager ] # x\npatches'),
    ],
    [
      'flow lines',
      (text: string) =>
        text.replace(/resources:.*\npatches/s, 'resources: [\n   ../rbac, # r\n   ../manager # m\n  ] # x\npatches'),
    ],
    [
      'flow lines, comma',
      (text: string) =>
        text.replace(/resources:.*\npatches/s, 'resources: [\n   ../rbac, # r\n   ../manager, # m\n  ] # x\npatches'),
    ],
    ['indented', (text: string) => text.replace(/^- \.\./gm, '   -   ..') + 'x: y'],
    ['other order', (text: string) => text.replace(/(resources:.*\n)(patches.*)/s, '$2$1')],
    ['comment at end', (text: string) => text.replace('patches:', '  # c\n\n# p\npatches: # pp') + '  # e\n# f\n'],
    ['start marker', (text: string) => '# h\n\n---\n# k\n\n' + text],
  ])('%s', (_, change) => {
    const existing = change(before);
    const result = both(existing, before, after);
    expect(result).toMatchSnapshot();
  });
});
