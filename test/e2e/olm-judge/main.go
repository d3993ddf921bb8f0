// Prints the verdicts of the validators of operator-framework about the bundles whose folders are its arguments, as JSON.
package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/validation"
	"github.com/operator-framework/api/pkg/validation/errors"
	interfaces "github.com/operator-framework/api/pkg/validation/interfaces"
)

type suite struct {
	Errors   []string `json:"errors"`
	Warnings []string `json:"warnings"`
}

type verdict struct {
	Problem string           `json:"problem,omitempty"`
	Suites  map[string]suite `json:"suites,omitempty"`
}

var validators = map[string]interfaces.Validator{
	"csv":                   validation.ClusterServiceVersionValidator,
	"crd":                   validation.CustomResourceDefinitionValidator,
	"bundle":                validation.BundleValidator,
	"operatorhubv2":         validation.OperatorHubV2Validator,
	"capabilities":          validation.StandardCapabilitiesValidator,
	"categories":            validation.StandardCategoriesValidator,
	"good-practices":        validation.GoodPracticesValidator,
	"alpha-deprecated-apis": validation.AlphaDeprecatedAPIsValidator,
}

func main() {
	verdicts := map[string]verdict{}
	for _, folder := range os.Args[1:] {
		verdicts[folder] = judge(folder)
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}

func judge(folder string) verdict {
	// From the folder of the bundle, the loader finds the channels and the package too.
	bundle, err := manifests.GetBundleFromDir(folder)
	if err != nil {
		return verdict{Problem: err.Error()}
	}
	// The sizes are those of the folder that OLM stores.
	stored, err := manifests.GetBundleFromDir(filepath.Join(folder, "manifests"))
	if err != nil {
		return verdict{Problem: err.Error()}
	}
	bundle.Size, bundle.CompressedSize = stored.Size, stored.CompressedSize
	suites := map[string]suite{}
	for name, validator := range validators {
		suites[name] = suiteOf(validator.Validate(bundle.ObjectsToValidate()...))
	}
	return verdict{Suites: suites}
}

func suiteOf(results []errors.ManifestResult) suite {
	found := suite{Errors: []string{}, Warnings: []string{}}
	for _, result := range results {
		found.Errors = append(found.Errors, texts(result.Errors)...)
		found.Warnings = append(found.Warnings, texts(result.Warnings)...)
	}
	return found
}

func texts(problems []errors.Error) []string {
	all := []string{}
	for _, problem := range problems {
		all = append(all, problem.Error())
	}
	return all
}
