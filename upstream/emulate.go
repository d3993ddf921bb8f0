package main

import (
	"errors"

	"github.com/spf13/pflag"
	"k8s.io/apiserver/pkg/util/compatibility"
	basecompatibility "k8s.io/component-base/compatibility"
)

// emulateVersion makes the packages behave like an older minor version, with the flag of kube-apiserver and its limits.
// It must be called before all other work. It returns the version in the form `1.35`.
func emulateVersion(version string) (string, error) {
	registry := compatibility.DefaultComponentGlobalsRegistry
	flags := pflag.NewFlagSet("emulation", pflag.ContinueOnError)
	registry.AddFlags(flags)
	if err := flags.Set("emulated-version", basecompatibility.DefaultKubeComponent+"="+version); err != nil {
		return "", err
	}
	if err := registry.Set(); err != nil {
		return "", err
	}
	if err := errors.Join(registry.Validate()...); err != nil {
		return "", err
	}
	return registry.EffectiveVersionFor(basecompatibility.DefaultKubeComponent).EmulationVersion().String(), nil
}
