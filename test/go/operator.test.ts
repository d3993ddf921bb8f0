import { describe, expect, it } from 'vitest';
import { importsOf } from '../../src/go/declarations.js';
import { flagsIn, leaseIn, managerOptionsIn, webhookMethodsIn } from '../../src/go/operator.js';
import { textsOf } from '../../src/go/constants.js';
import { readGo } from '../../src/go/text.js';
import { goProject } from '../support/go-project.js';

const noTexts = textsOf([], () => undefined);
const file = (path: string) => readGo(path, goProject[path]!);

describe('an operator in Go', () => {
  const main = file('cmd/main.go');

  it('has flags, options of its manager and a Lease', () => {
    expect(flagsIn(main).map(({ name }) => name)).toEqual(['color']);
    expect(managerOptionsIn(main).map(({ name }) => name)).toEqual(['LeaderElectionID', 'GracefulShutdownTimeout']);
    expect(leaseIn(main, noTexts)?.name).toBe('lantern.shop.example');
  });

  it('has a Lease whose name is a constant, of its own package or of another one, or is not known', () => {
    const constants = readGo(
      'names/names.go',
      'package names\n\nconst (\n\tOther = "b"\n\tLease string = "a.example"\n)\n',
    );
    const nameOf = (imports: string, value: string): string | undefined => {
      const options = readGo(
        'main.go',
        `package main\n${imports}\nconst lease = "b.example"\nvar o = Options{LeaderElectionID: ${value}}\n`,
      );
      const textOf = textsOf([constants, options], (path) => path.replace('example.com/', ''));
      return leaseIn(options, textOf)?.name;
    };
    expect(nameOf('import "example.com/names"', 'names.Lease')).toBe('a.example');
    expect(nameOf('', 'lease')).toBe('b.example');
    expect(nameOf('', 'fmt.Sprintf("x-%s", id)')).toBeUndefined();
    expect(nameOf('', 'lease + suffix')).toBeUndefined();
  });

  it('has methods of webhooks and conversions', () => {
    const conversion = readGo('a.go', 'package a\n\nfunc (a *A) ConvertTo(dst conversion.Hub) error { return nil }\n');
    expect(webhookMethodsIn(file('internal/webhook/v1/lantern_webhook.go'))).toMatchObject([
      { name: 'LanternValidator.ValidateCreate', is: 'admission' },
    ]);
    expect(webhookMethodsIn(conversion)).toMatchObject([{ name: 'A.ConvertTo', is: 'conversion' }]);
  });

  it('names packages by their last part, by the part before a version, or as it likes', () => {
    const text =
      'package a\nimport f "fmt"\nimport (\n\t"k8s.io/api/core/v1"\n\t// "k8s.io/api/apps/v1"\n\tx "example.com/y"\n)\n';
    expect(Object.fromEntries(importsOf(readGo('a.go', text)))).toEqual({
      f: 'fmt',
      v1: 'k8s.io/api/core/v1',
      core: 'k8s.io/api/core/v1',
      x: 'example.com/y',
    });
  });
});
