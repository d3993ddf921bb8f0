package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apiserver/pkg/util/compatibility"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	cliflag "k8s.io/component-base/cli/flag"
	logsapi "k8s.io/component-base/logs/api/v1"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	apiserveroptions "k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	controllermanageroptions "k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	scheduleroptions "k8s.io/kubernetes/cmd/kube-scheduler/app/options"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
)

// The commands of these programs cannot be used: each of them takes over the signals and the logs of its process.

func parse(sets cliflag.NamedFlagSets, words flags) error {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, each := range sets.FlagSets {
		all.AddFlagSet(each)
	}
	all.SetOutput(nowhere{})
	if err := all.Parse(words); err != nil {
		return err
	}
	if rest := all.Args(); len(rest) > 0 {
		return errors.New(rest[0] + " is not a flag")
	}
	return nil
}

// nowhere takes the list of all flags, which is printed for an unknown one.
type nowhere struct{}

func (nowhere) Write(text []byte) (int, error) { return len(text), nil }

func setFeatureGates() error {
	// Clients of the same process need no warnings about their own requests.
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	return compatibility.DefaultComponentGlobalsRegistry.Set()
}

// clientFor returns a client of the administrator; nil if no part needs one.
func clientFor(settings *settings) (rest.Interface, error) {
	if settings.APIServer == nil {
		return nil, nil
	}
	config, err := clientcmd.BuildConfigFromFlags("", settings.Kubeconfig)
	if err != nil {
		return nil, err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return client.RESTClient(), nil
}

func apiServerPart(words flags, client rest.Interface) (part, error) {
	options := apiserveroptions.NewServerRunOptions()
	if err := parse(options.Flags(), words); err != nil {
		return part{}, err
	}
	return part{run: func(ctx context.Context, ready func()) error {
		if err := logsapi.ValidateAndApply(options.Logs, utilfeature.DefaultFeatureGate); err != nil {
			return err
		}
		completed, err := options.Complete(ctx)
		if err != nil {
			return err
		}
		if problems := completed.Validate(); len(problems) > 0 {
			return errors.Join(problems...)
		}
		go whenReady(ctx, client, ready)
		return apiserver.Run(ctx, completed)
	}}, nil
}

// whenReady calls a function when the API server answers /readyz, which includes its own roles and bindings.
func whenReady(ctx context.Context, client rest.Interface, ready func()) {
	for ctx.Err() == nil {
		if _, err := client.Get().AbsPath("/readyz").DoRaw(ctx); err == nil {
			ready()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func controllerManagerPart(words flags) (part, error) {
	options, err := controllermanageroptions.NewKubeControllerManagerOptions()
	if err != nil {
		return part{}, err
	}
	known := controllermanager.KnownControllers()
	disabled := controllermanager.ControllersDisabledByDefault()
	aliases := controllermanager.ControllerAliases()
	sets := options.Flags(known, disabled, aliases)
	options.ParsedFlags = &sets
	if err := parse(sets, words); err != nil {
		return part{}, err
	}
	return part{run: func(ctx context.Context, ready func()) error {
		config, err := options.Config(ctx, known, disabled, aliases)
		if err != nil {
			return err
		}
		ready()
		return controllermanager.Run(ctx, config.Complete())
	}}, nil
}

func schedulerPart(words flags) (part, error) {
	options := scheduleroptions.NewOptions()
	if err := parse(*options.Flags, words); err != nil {
		return part{}, err
	}
	return part{run: func(ctx context.Context, ready func()) error {
		config, made, err := scheduler.Setup(ctx, options)
		if err != nil {
			return err
		}
		ready()
		return scheduler.Run(ctx, config, made)
	}}, nil
}
