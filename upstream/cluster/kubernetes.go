package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
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
)

// The commands of these programs cannot be used: each of them takes over the signals and the logs of its process.

func parse(sets cliflag.NamedFlagSets, words flags) error {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, each := range sets.FlagSets {
		all.AddFlagSet(each)
	}
	// An unknown flag would print the list of all flags.
	all.SetOutput(io.Discard)
	if err := all.Parse(words); err != nil {
		return err
	}
	if rest := all.Args(); len(rest) > 0 {
		return errors.New(rest[0] + " is not a flag")
	}
	return nil
}

func setFeatureGates() error {
	// Clients of the same process need no warnings about their own requests.
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	return compatibility.DefaultComponentGlobalsRegistry.Set()
}

func clientFor(kubeconfig string) (rest.Interface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return client.RESTClient(), nil
}

func apiServerPart(words flags, kubeconfig string) (part, error) {
	options := apiserveroptions.NewServerRunOptions()
	if err := parse(options.Flags(), words); err != nil {
		return part{}, err
	}
	client, err := clientFor(kubeconfig)
	if err != nil {
		return part{}, err
	}
	return part{run: func(ready func()) error {
		if err := logsapi.ValidateAndApply(options.Logs, utilfeature.DefaultFeatureGate); err != nil {
			return err
		}
		ctx := context.Background()
		completed, err := options.Complete(ctx)
		if err != nil {
			return err
		}
		if problems := completed.Validate(); len(problems) > 0 {
			return errors.Join(problems...)
		}
		go whenReady(client, ready)
		return apiserver.Run(ctx, completed)
	}}, nil
}

// whenReady calls a function when the API server answers /readyz, which includes its own roles and bindings.
func whenReady(client rest.Interface, ready func()) {
	for client.Get().AbsPath("/readyz").Do(context.Background()).Error() != nil {
		time.Sleep(20 * time.Millisecond)
	}
	ready()
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
	if err := parse(sets, append(words, withoutGarbageCollector)); err != nil {
		return part{}, err
	}
	return part{run: func(ready func()) error {
		ctx := context.Background()
		config, err := options.Config(ctx, known, disabled, aliases)
		if err != nil {
			return err
		}
		ready()
		if err := collectGarbage(ctx, config); err != nil {
			return err
		}
		return controllermanager.Run(ctx, config.Complete())
	}}, nil
}

func schedulerPart(words flags) (part, error) {
	options := scheduleroptions.NewOptions()
	if err := parse(*options.Flags, words); err != nil {
		return part{}, err
	}
	return part{run: func(ready func()) error {
		ctx := context.Background()
		config, made, err := scheduler.Setup(ctx, options)
		if err != nil {
			return err
		}
		ready()
		return scheduler.Run(ctx, config, made)
	}}, nil
}
