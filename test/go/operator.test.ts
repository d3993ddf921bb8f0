import { describe, expect, it } from 'vitest';
import { importsOf } from '../../src/go/declarations.js';
import { flagsIn, foreignFlagsIn } from '../../src/go/flags.js';
import { managerOptionsIn } from '../../src/go/manager-options.js';
import { leaseIn, webhookMethodsIn } from '../../src/go/operator.js';
import { programOf } from '../../src/go/program.js';
import { readGo, type GoText } from '../../src/go/text.js';
import { goProject } from '../support/go-project.js';

const program = (...files: readonly GoText[]) =>
  programOf(files, (path) => (path.startsWith('example.com/') ? path.slice(12) : undefined));
const file = (path: string) => readGo(path, goProject[path]!);

describe('an operator in Go', () => {
  const main = file('cmd/main.go');

  it('has flags, options of its manager and a Lease', () => {
    expect(flagsIn(program(main), main).map(({ name }) => name)).toEqual(['color']);
    expect(managerOptionsIn(program(main), main).options.map(({ name }) => name)).toEqual([
      'LeaderElectionID',
      'GracefulShutdownTimeout',
    ]);
    expect(leaseIn(program(main), main)?.name).toBe('lantern.shop.example');
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
      return leaseIn(program(constants, options), options)?.name;
    };
    expect(nameOf('import "example.com/names"', 'names.Lease')).toBe('a.example');
    expect(nameOf('', 'lease')).toBe('b.example');
    expect(nameOf('', 'fmt.Sprintf("x-%s", id)')).toBeUndefined();
    expect(nameOf('', 'lease + suffix')).toBeUndefined();
  });

  it('has a Lease whose name is the default of a flag', () => {
    const leaseOf = (declared: string, value: string, ...others: readonly GoText[]) => {
      const text = `package main\nimport "flag"\nfunc main() {\n${declared}\no := Options{\nLeaderElectionID: ${value},\n}\n}\n`;
      const options = readGo('main.go', text);
      return leaseIn(program(options, ...others), options);
    };
    const declared = { name: 'a.example', flag: 'lease' };
    expect(leaseOf('flag.StringVar(&id, "lease", "a.example", "The name")', 'id')).toMatchObject(declared);
    expect(leaseOf('id := flag.String("lease", "a.example", "The name")', '*id')).toMatchObject(declared);
    const other = readGo(
      'options/o.go',
      'package options\nimport "github.com/spf13/pflag"\nfunc (o *O) Add(fs *pflag.FlagSet) {\nfs.StringVarP(&o.Lease, "lease", "l", "a.example", "The name")\n}\n',
    );
    expect(leaseOf('', 'options.Lease', other)).toMatchObject(declared);
    expect(leaseOf('', 'options.Other', other)?.name).toBeUndefined();
  });

  it('has flags in any form', () => {
    const text = `package main

import (
	"flag"
	"example.com/names"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/urfave/cli/v2"
	"go.uber.org/zap"
	"k8s.io/klog/v2"
)

const prefix = "long-"

func main() {
	flag.String("std-string", "", "text")
	flag.DurationVar(&d, "std-duration", 0, "text")
	fs := pflag.NewFlagSet("x", pflag.ExitOnError)
	fs.String("fs-string", "a, b", "text, with a comma")
	fs.StringSliceP("fs-slice", "s", nil, "text")
	fs.CountP("fs-count", "c", "text")
	fs.IP("fs-ip", nil, usage())
	pflag.CommandLine.Int("cl-int", 1, "text")
	cmd.Flags().BoolVar(&b, "cobra-flag", false, "text")
	cmd.PersistentFlags().StringVar(
		&s,
		prefix+names.Flag,
		"",
		"text "+
			"text",
	)
	flag.Func("func-flag", "text", func(s string) error { return nil })
	flag.Var(&tv, "var-flag", "text")
	pflag.IntVarP(&n, "pflag-p", "n", 1, "text")
	flag.TextVar(&tv, "text-var", &tv, "text")
	flag.String(computed(), "", "text")
	zap.String("key", "value", "text")
	log.String("key", "value")
	log.Int("not a flag", 1, "text")
	_ = &cli.StringFlag{Name: "cli-flag"}
	klog.InitFlags(nil)
	names.AddFlags(fs)
}
`;
    const names = readGo('names/names.go', 'package names\n\nconst Flag = "name"\n');
    const code = readGo('main.go', text);
    expect(flagsIn(program(code, names), code).map((each) => each.name ?? each.code)).toEqual([
      ...['std-string', 'std-duration', 'fs-string', 'fs-slice', 'fs-count', 'fs-ip', 'cl-int', 'cobra-flag'],
      ...['long-name', 'func-flag', 'var-flag', 'pflag-p', 'text-var', 'computed()', 'cli-flag'],
    ]);
    expect(foreignFlagsIn(program(code, names), code).map(({ name }) => name)).toEqual(['klog.InitFlags']);
  });

  it('has options of its manager in variables, in the results of functions, and of its servers', () => {
    const text = `package main

import (
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"example.com/other"
)

func main() {
	options := ctrl.Options{
		LeaseDuration: &lease,
		Cache: cache.Options{DefaultNamespaces: namespaces},
		Metrics: metricsserver.Options{BindAddress: address, ExtraHandlers: handlers},
	}
	options.RetryPeriod = &lease
	unrelated.Field = 1
	var more manager.Options
	more.PprofBindAddress = ":6060"
	ctrl.NewManager(config, options)
	manager.New(config, more)
	ctrl.NewManager(config, other.Options(1))
	ctrl.NewManager(config, given)
	other.NewManager(config, given)
}

func adjust(changed *ctrl.Options) { changed.NewCache = nil }

func made() manager.Options { return manager.Options{Logger: log} }
`;
    const code = readGo('main.go', text);
    const { options, unread } = managerOptionsIn(program(code), code);
    expect(options.map(({ name }) => name)).toEqual([
      ...['LeaseDuration', 'Cache', 'Metrics', 'Metrics.BindAddress', 'Metrics.ExtraHandlers', 'RetryPeriod'],
      ...['PprofBindAddress', 'NewCache', 'Logger'],
    ]);
    expect(unread.map(({ name }) => name)).toEqual(['other.Options(1)', 'given']);
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
