import { describe, expect, it } from 'vitest';
import type { GoFile } from '../../../../src/base/helper/go/answer.js';
import { readGoFile, readsGo } from '../../../support/go-code.js';
import { goProject } from '../../../support/go-project.js';

const file = (path: string): Promise<GoFile> => readGoFile(path, goProject[path]!);

describe.skipIf(!readsGo)('an operator in Go', () => {
  it('has flags, options of its manager and a Lease', async () => {
    const main = await file('cmd/main.go');
    expect(main.flags.map(({ name }) => name)).toEqual(['color']);
    expect(main.options.map(({ name, code }) => [name, code])).toEqual([
      ['LeaderElectionID', '"lantern.shop.example"'],
      ['GracefulShutdownTimeout', 'nil'],
    ]);
    expect(main.lease?.name).toBe('lantern.shop.example');
  });

  it('has a Lease whose name is a constant, of its own package or of another one, or is not known', async () => {
    const names = 'package names\n\nconst (\n\tOther = "b"\n\tLease string = "a.example"\n)\n';
    const nameOf = async (imports: string, value: string): Promise<string | undefined> => {
      const text = `package main\n${imports}\nconst lease = "b.example"\nvar o = Options{LeaderElectionID: ${value}}\n`;
      return (await readGoFile('main.go', text, { 'names/names.go': names })).lease?.name;
    };
    expect(await nameOf('import "example.com/names"', 'names.Lease')).toBe('a.example');
    expect(await nameOf('', 'lease')).toBe('b.example');
    expect(await nameOf('', 'fmt.Sprintf("x-%s", id)')).toBeUndefined();
    expect(await nameOf('', 'lease + suffix')).toBeUndefined();
  });

  it('has a Lease whose name is the default of a flag', async () => {
    const leaseOf = async (declared: string, value: string, others = {}, imports = '"flag"') => {
      const text = `package main\nimport ${imports}\nfunc main() {\n${declared}\nif o.LeaderElectionID == "" {}\no := Options{\nLeaderElectionID: ${value},\n}\n}\n`;
      return (await readGoFile('main.go', text, others)).lease;
    };
    const declared = { name: 'a.example', flag: 'lease' };
    expect(await leaseOf('flag.StringVar(&id, "lease", "a.example", "The name")', 'id')).toMatchObject(declared);
    expect(await leaseOf('id := flag.String("lease", "a.example", "The name")', '*id')).toMatchObject(declared);
    const other =
      'package options\nimport "github.com/spf13/pflag"\ntype O struct { Lease, Second string }\nfunc (o *O) Add(fs *pflag.FlagSet) {\nfs.StringVarP(&o.Lease, "lease", "l", "a.example", "The name")\nfs.StringVar(&o.Second, "empty", "", "Another")\n}\n';
    const others = { 'options/o.go': other };
    expect(await leaseOf('', 'options.Lease', others)).toMatchObject(declared);
    expect((await leaseOf('', 'options.Other', others))?.name).toBeUndefined();
    const typed = (field: string) =>
      leaseOf('var given options.O\nname := given.Lease', `given.${field}`, others, '"example.com/options"');
    expect(await typed('Lease')).toMatchObject(declared);
    expect(await typed('Second')).toMatchObject({ flag: 'empty' });
    expect(await typed('Second')).not.toHaveProperty('name');
  });

  it('has flags in any form', async () => {
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
    const names = 'package names\n\nconst Flag = "name"\n';
    const { flags, foreignFlags } = await readGoFile('main.go', text, { 'names/names.go': names });
    expect(flags.map((each) => each.name ?? each.code)).toEqual([
      ...['std-string', 'std-duration', 'fs-string', 'fs-slice', 'fs-count', 'fs-ip', 'cl-int', 'cobra-flag'],
      ...['long-name', 'func-flag', 'var-flag', 'pflag-p', 'text-var', 'computed()', 'cli-flag'],
    ]);
    expect(
      flags.filter(({ shorthand }) => shorthand).map((each) => [each.name, each.shorthand, each.isSwitch]),
    ).toEqual([
      ['fs-slice', 's', undefined],
      ['fs-count', 'c', true],
      ['pflag-p', 'n', undefined],
    ]);
    expect(flags.filter(({ isSwitch }) => isSwitch).map(({ name }) => name)).toEqual(['fs-count', 'cobra-flag']);
    expect(foreignFlags.map(({ name }) => name)).toEqual(['klog.InitFlags']);
  });

  it('has options of its manager in variables, in the results of functions, and of its servers', async () => {
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
    const { options, unreadOptions } = await readGoFile('main.go', text);
    expect(options.map(({ name }) => name)).toEqual([
      ...['LeaseDuration', 'Cache', 'Metrics', 'Metrics.BindAddress', 'Metrics.ExtraHandlers', 'RetryPeriod'],
      ...['PprofBindAddress', 'NewCache', 'Logger'],
    ]);
    expect(unreadOptions.map(({ name }) => name)).toEqual(['other.Options(1)', 'given']);
  });

  it.each<[what: string, functions: string, call: string, expected: object]>([
    [
      'a parameter with the name of another variable',
      'func serve(port int) webhook.Server { return webhook.NewServer(webhook.Options{Port: port}) }',
      'serve(9443)',
      { constant: '9443' },
    ],
    [
      'a parameter that gets the variable of a flag',
      'func serve(p int) webhook.Server { return webhook.NewServer(webhook.Options{Port: p}) }',
      'serve(*port)',
      { flag: 'port', constant: '8080' },
    ],
    [
      'a parameter of a function within another',
      'func serve(dir string, port int) webhook.Server { return inner(port) }\nfunc inner(p int) webhook.Server { return webhook.NewServer(webhook.Options{Port: p}) }',
      'serve("", 9444)',
      { constant: '9444' },
    ],
    [
      'a parameter of a method that all calls give the same',
      'type set struct{}\nfunc (s set) serve(port int) webhook.Server { return webhook.NewServer(webhook.Options{Port: port}) }',
      'set{}.serve(9443), set{}.serve(9443)',
      { constant: '9443' },
    ],
    [
      'a parameter that calls give different values',
      'func serve(port int) webhook.Server { return webhook.NewServer(webhook.Options{Port: port}) }',
      'serve(9443), serve(9444)',
      {},
    ],
    [
      'a parameter of a function that is a value',
      'func serve(port int) webhook.Server { return webhook.NewServer(webhook.Options{Port: port}) }',
      'serve(9443), serve',
      {},
    ],
    [
      'a parameter that the function assigns to',
      'func serve(port int) webhook.Server {\nport = other()\nreturn webhook.NewServer(webhook.Options{Port: port}) }',
      'serve(9443)',
      { assigned: [{ conditions: [] }] },
    ],
    [
      'a variable that hides another one',
      'func serve() webhook.Server {\nport := 9445\nreturn webhook.NewServer(webhook.Options{Port: port}) }',
      'serve()',
      { constant: '9445' },
    ],
    [
      'a field with the name of another one',
      'type given struct { port int }\nvar own = given{port: 9446}\nvar other struct { port int }\nfunc serve() webhook.Server { return webhook.NewServer(webhook.Options{Port: own.port}) }\nfunc init() { flag.IntVar(&other.port, "other", 8081, "A port.") }',
      'serve()',
      {},
    ],
  ])('has an option with the value of %s', async (_what, functions, call, expected) => {
    const text = `package main

import (
	"flag"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

${functions}

func main() {
	port := flag.Int("port", 8080, "The port of the API.")
	flag.Parse()
	use(port, ${call})
}
`;
    const [option] = (await readGoFile('main.go', text)).options;
    const { flag, constant, assigned } = option!;
    expect({ flag, constant, assigned }).toEqual({ flag: undefined, constant: undefined, assigned: [], ...expected });
  });

  it('has methods of webhooks and conversions, by their names and signatures', async () => {
    const text = `package v1

import "sigs.k8s.io/controller-runtime/pkg/webhook/admission"

var GroupVersion = schema.GroupVersion{Group: "a.example", Version: "v1"}

func (a *A) ConvertTo(dst conversion.Hub) error { return nil }
func (a *A) Default() {}
func (d *D) Default(ctx context.Context, obj *A) error { return nil }
func (h *H) Handle(ctx context.Context, req admission.Request) admission.Response { return admission.Allowed("") }
func (l *L) Handle(ctx context.Context, record slog.Record) error { return nil }
func (l *L) Default(other string) string { return other }
func Default() {}
`;
    const methods = (found: GoFile): readonly string[] => found.webhookMethods.map(({ name, is }) => `${name} ${is}`);
    expect(methods(await file('internal/webhook/v1/lantern_webhook.go'))).toEqual([
      'LanternValidator.ValidateCreate admission',
    ]);
    expect(methods(await readGoFile('a.go', text))).toEqual([
      'A.ConvertTo conversion',
      'A.Default admission',
      'D.Default admission',
      'H.Handle admission',
    ]);
    expect(methods(await readGoFile('a.go', 'package a\nfunc (a *A) Default() {}\n'))).toEqual([]);
  });

  it('adds runnables to its manager, whatever the variable is called, and no other things', async () => {
    const text = `package main

import ctrl "sigs.k8s.io/controller-runtime"

func setup(m ctrl.Manager, set *Set) {
	m.Add(runnable)
	set.Add(1)
	NewUnmanaged("x", m, nil)
}

func (s *Set) IndexField() {}
`;
    const { additions } = await readGoFile('main.go', text);
    expect(additions.map(({ name, position }) => [name, position.line])).toEqual([
      ['mgr.Add', 6],
      ['NewUnmanaged', 8],
    ]);
  });

  it('names packages by their last part, by the part before a version, by their own name, or as it likes', async () => {
    const text = `package main

import (
	flags "flag"
	. "example.com/z"
	"example.com/y-folder"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

func main() {
	flags.String("a", "", "text")
	_ = Options{LeaderElectionID: own.Name + Dotted}
	manager.New(nil, nil)
}
`;
    const { flags, lease, managers } = await readGoFile('main.go', text, {
      'y-folder/y.go': 'package own\nconst Name = "a."\n',
      'z/z.go': 'package z\nconst Dotted = "example"\n',
    });
    expect(flags.map(({ name }) => name)).toEqual(['a']);
    expect(lease?.name).toBe('a.example');
    expect(managers.map(({ line }) => line)).toEqual([13]);
  });
});
