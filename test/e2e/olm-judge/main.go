// Prints the verdicts of the validators of operator-framework about the bundles whose folders are its arguments, as JSON.
// With the argument --types, it prints the types of the fields of a ClusterServiceVersion instead; with --decode, the
// reasons why each of the JSON texts in a list on standard input is not a ClusterServiceVersion, or empty texts.
package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/operators/v1alpha1"
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
	if len(os.Args) == 2 && os.Args[1] == "--types" {
		types := map[string]map[string]string{}
		addTypes(types, reflect.TypeFor[v1alpha1.ClusterServiceVersion]())
		print(types)
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "--decode" {
		print(decode())
		return
	}
	verdicts := map[string]verdict{}
	for _, folder := range os.Args[1:] {
		verdicts[folder] = judge(folder)
	}
	print(verdicts)
}

func decode() []string {
	var objects []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&objects); err != nil {
		panic(err)
	}
	reasons := []string{}
	for _, object := range objects {
		reason := ""
		if err := json.Unmarshal(object, &v1alpha1.ClusterServiceVersion{}); err != nil {
			reason = err.Error()
		}
		reasons = append(reasons, reason)
	}
	return reasons
}

func print(value any) {
	if err := json.NewEncoder(os.Stdout).Encode(value); err != nil {
		panic(err)
	}
}

// Types that decode themselves.
var decoders = map[string]string{
	"json.RawMessage":         "any",
	"v1.FieldsV1":             "any",
	"v1.Time":                 "time",
	"resource.Quantity":       "quantity",
	"intstr.IntOrString":      "intOrString",
	"version.OperatorVersion": "version",
	"release.OperatorRelease": "release",
}

// typeOf returns the name of a type, with [] before the items of a list and map[] before the values of a map.
func typeOf(types map[string]map[string]string, t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return typeOf(types, t.Elem())
	}
	if name, ok := decoders[t.String()]; ok {
		return name
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		panic("unknown decoder of " + t.String())
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64:
		return t.Kind().String()
	case reflect.Slice:
		return "[]" + typeOf(types, t.Elem())
	case reflect.Map:
		return "map[]" + typeOf(types, t.Elem())
	case reflect.Struct:
		addTypes(types, t)
		return t.Name()
	}
	panic("unknown kind of " + t.String())
}

func addTypes(types map[string]map[string]string, t reflect.Type) {
	if _, ok := types[t.Name()]; ok {
		return
	}
	types[t.Name()] = map[string]string{}
	addFields(types, t, types[t.Name()])
}

func addFields(types map[string]map[string]string, t reflect.Type, fields map[string]string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && field.Anonymous:
			addFields(types, field.Type, fields)
		case name == "":
			panic("a field without a name in " + t.String())
		default:
			fields[name] = typeOf(types, field.Type)
		}
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
