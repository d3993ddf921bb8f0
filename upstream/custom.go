package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apihelpers"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/crdserverscheme"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/managedfields"
)

// definition is a CustomResourceDefinition that the API server accepts, with its resources by version.
type definition struct {
	crd       *apiextensionsv1.CustomResourceDefinition
	resources map[string]*resource
	problem   *Problem
}

// definitionText is the text of a definition, and its hash.
type definitionText struct {
	text string
	hash [sha256.Size]byte
}

func definitionTextOf(text string) definitionText {
	return definitionText{text: text, hash: sha256.Sum256([]byte(text))}
}

// named are the texts of the requests `define`.
var named = struct {
	sync.Mutex
	texts map[string]definitionText
}{texts: map[string]definitionText{}}

// define keeps the text of a definition under a name. Whether it is valid is told when it is used.
func define(_ context.Context, request *Request) Response {
	if request.Name == "" {
		return problem("bad-request", "the definition has no name")
	}
	text := definitionTextOf(request.Object)
	named.Lock()
	defer named.Unlock()
	named.texts[request.Name] = text
	return Response{}
}

// definitionsOf returns the definitions that a request contains or names.
func definitionsOf(request *Request) ([]definitionText, *Problem) {
	var texts []definitionText
	for _, text := range request.CRDs {
		texts = append(texts, definitionTextOf(text))
	}
	named.Lock()
	defer named.Unlock()
	for _, name := range request.Definitions {
		text, ok := named.texts[name]
		if !ok {
			return nil, &Problem{Code: "bad-request", Message: fmt.Sprintf("nothing defines %q", name)}
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// definitionBytes returns the length of the definitions that a request names.
func definitionBytes(request *Request) (bytes int) {
	named.Lock()
	defer named.Unlock()
	for _, name := range request.Definitions {
		bytes += len(named.texts[name].text)
	}
	return bytes
}

// definitions are kept by the hash of their text, because many objects have the same.
var definitions = struct {
	sync.Mutex
	made map[[sha256.Size]byte]func() *definition
	// bytes is the length of all texts.
	bytes int
}{made: map[[sha256.Size]byte]func() *definition{}}

// maxDefinitionBytes limits the texts whose definitions are kept. A definition takes about fifty times as much memory.
const maxDefinitionBytes = 4 << 20

func definitionOf(text definitionText) *definition {
	definitions.Lock()
	made, ok := definitions.made[text.hash]
	if !ok {
		made = sync.OnceValue(func() *definition { return newDefinition(text.text) })
		definitions.bytes += len(text.text)
		if definitions.bytes > maxDefinitionBytes {
			clear(definitions.made)
			definitions.bytes = len(text.text)
		}
		definitions.made[text.hash] = made
	}
	definitions.Unlock()
	return made()
}

func newDefinition(text string) *definition {
	verdict := object(context.Background(), &Request{Object: text, Stored: true})
	if verdict.Problem != nil {
		return &definition{problem: &Problem{Code: "invalid-crd", Message: verdict.Problem.Message}}
	}
	crd := &apiextensionsv1.CustomResourceDefinition{}
	data, err := toJSON(text)
	if err == nil {
		err = json.Unmarshal(data, crd)
	}
	if err != nil {
		return &definition{problem: &Problem{Code: "invalid-crd", Message: err.Error()}}
	}
	if len(verdict.Errors) > 0 {
		message := fmt.Sprintf("the API server refuses it: %s: %s", verdict.Errors[0].Field, verdict.Errors[0].Message)
		return &definition{crd: crd, problem: &Problem{Code: "invalid-crd", Message: message}}
	}
	stored := &apiextensionsv1.CustomResourceDefinition{}
	if err := json.Unmarshal(verdict.Object, stored); err != nil {
		return &definition{problem: &Problem{Code: "invalid-crd", Message: err.Error()}}
	}
	made := &definition{crd: stored, resources: map[string]*resource{}}
	for _, version := range stored.Spec.Versions {
		each, err := newCustomResource(stored, version)
		if err != nil {
			return &definition{crd: stored, problem: &Problem{Code: "invalid-crd", Message: err.Error()}}
		}
		made.resources[version.Name] = each
	}
	if crd.Spec.Conversion == nil || crd.Spec.Conversion.Strategy == apiextensionsv1.NoneConverter {
		made.storeAll()
	}
	return made
}

// storeAll has objects of all versions converted to the version that is stored, and back.
func (d *definition) storeAll() {
	for _, version := range d.crd.Spec.Versions {
		if !version.Storage {
			continue
		}
		storage := d.resources[version.Name]
		for _, each := range d.resources {
			each.throughStorage = func(object runtime.Object) (runtime.Object, error) {
				if each == storage {
					return object, nil
				}
				return convertCustom(convertCustom(object, storage, true), each, false), nil
			}
			each.readStored = func(data []byte, from *resource) (runtime.Object, error) {
				object, _, err := readCustom(data, from.gvk, from.structural)
				if err != nil {
					return nil, err
				}
				return convertCustom(convertCustom(object, storage, true), each, false), nil
			}
		}
	}
}

// convertCustom returns an object in another version, whose schema can lack some of its fields. Defaults are set when an
// object is read from etcd, those of the version that is stored.
func convertCustom(object runtime.Object, to *resource, isStored bool) *unstructured.Unstructured {
	converted := object.(*unstructured.Unstructured).DeepCopy()
	converted.SetGroupVersionKind(to.gvk)
	pruning.Prune(converted.Object, to.structural, true)
	defaulting.PruneNonNullableNullsWithoutDefaults(converted.Object, to.structural)
	if isStored {
		defaulting.Default(converted.Object, to.structural)
	}
	return converted
}

// customResource returns the resource of a kind, or nil if none of the definitions has it.
func customResource(gvk apischema.GroupVersionKind, crds []definitionText) (*resource, *Problem) {
	for _, text := range crds {
		made := definitionOf(text)
		if made.crd == nil {
			return nil, made.problem
		}
		spec := made.crd.Spec
		if spec.Group != gvk.Group || spec.Names.Kind != gvk.Kind {
			continue
		}
		if made.problem != nil {
			return nil, made.problem
		}
		found := made.resources[gvk.Version]
		if found == nil || !apihelpers.HasServedCRDVersion(made.crd, gvk.Version) {
			return nil, &Problem{Code: "not-served", Message: fmt.Sprintf("%s.%s does not serve version %q", spec.Names.Plural, spec.Group, gvk.Version)}
		}
		return found, nil
	}
	return nil, nil
}

// newCustomResource prepares a version of a CRD as crdHandler.getOrCreateServingInfoFor of the API server does.
func newCustomResource(crd *apiextensionsv1.CustomResourceDefinition, version apiextensionsv1.CustomResourceDefinitionVersion) (*resource, error) {
	gvk := apischema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
	internal := &apiextensions.CustomResourceValidation{}
	if err := apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(version.Schema, internal, nil); err != nil {
		return nil, err
	}
	structural, err := schema.NewStructural(internal.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	structural = structural.DeepCopy()
	if err := defaulting.PruneDefaults(structural); err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(internal.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	var statusValidator validation.SchemaValidator
	var status *apiextensions.CustomResourceSubresourceStatus
	var scale *apiextensions.CustomResourceSubresourceScale
	if subresources := version.Subresources; subresources != nil {
		if subresources.Status != nil {
			status = &apiextensions.CustomResourceSubresourceStatus{}
			if part, ok := internal.OpenAPIV3Schema.Properties["status"]; ok {
				if statusValidator, _, err = validation.NewSchemaValidator(&part); err != nil {
					return nil, err
				}
			}
		}
		if subresources.Scale != nil {
			scale = &apiextensions.CustomResourceSubresourceScale{}
			if err := apiextensionsv1.Convert_v1_CustomResourceSubresourceScale_To_apiextensions_CustomResourceSubresourceScale(subresources.Scale, scale, nil); err != nil {
				return nil, err
			}
		}
	}
	namespaced := crd.Spec.Scope == apiextensionsv1.NamespaceScoped
	typer := crdserverscheme.NewUnstructuredObjectTyper()
	strategy := customresource.NewStrategy(typer, namespaced, gvk, validator, statusValidator, structural, status, scale, version.SelectableFields)
	return &resource{
		gvk:        gvk,
		strategy:   strategy,
		structural: structural,
		fieldManager: sync.OnceValue(func() *managedfields.FieldManager {
			return newFieldManager(crd, gvk, strategy)
		}),
		decode: func(data []byte) (runtime.Object, error) {
			return decodeCustom(data, gvk, structural)
		},
		encode: func(object runtime.Object) ([]byte, error) {
			return json.Marshal(object.(*unstructured.Unstructured).Object)
		},
		deprecation: deprecationOf(crd, version),
	}, nil
}

// decodeCustom reads an object strictly, checks and cleans its metadata, prunes unknown fields and sets defaults, in the
// order in which the API server does (schemaCoercingDecoder).
func decodeCustom(data []byte, gvk apischema.GroupVersionKind, structural *schema.Structural) (runtime.Object, error) {
	object, unknown, err := readCustom(data, gvk, structural)
	if err != nil {
		return nil, err
	}
	if len(unknown) > 0 {
		return nil, runtime.NewStrictDecodingError(unknown)
	}
	return object, nil
}

// readCustom reads an object and returns the errors about fields that were removed, because they are unknown.
func readCustom(data []byte, gvk apischema.GroupVersionKind, structural *schema.Structural) (*unstructured.Unstructured, []error, error) {
	typer := crdserverscheme.NewUnstructuredObjectTyper()
	strict := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, newUnstructured{}, typer, serializer.SerializerOptions{Strict: true})
	var unknown []error
	decoded, _, err := strict.Decode(data, &gvk, nil)
	if err != nil {
		strictErr, ok := runtime.AsStrictDecodingError(err)
		if !ok || decoded == nil {
			return nil, nil, err
		}
		unknown = strictErr.Errors()
	}
	object := decoded.(*unstructured.Unstructured)
	apiVersion, kind := object.GetAPIVersion(), object.GetKind()
	metadata, found, paths, err := objectmeta.GetObjectMetaWithOptions(object.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, nil, err
	}
	paths = append(paths, pruning.PruneWithOptions(object.Object, structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, structural)
	coerceErr, coerced := objectmeta.CoerceWithOptions(nil, object.Object, structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if coerceErr != nil {
		return nil, nil, coerceErr
	}
	object.SetAPIVersion(apiVersion)
	object.SetKind(kind)
	if found {
		if err := objectmeta.SetObjectMeta(object.Object, metadata); err != nil {
			return nil, nil, err
		}
	}
	for _, path := range append(paths, coerced...) {
		unknown = append(unknown, fmt.Errorf(`unknown field "%s"`, path))
	}
	defaulting.Default(object.Object, structural)
	return object, unknown, nil
}

type newUnstructured struct{}

func (newUnstructured) New(gvk apischema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(gvk)
	return object, nil
}

// deprecationOf returns the warning that the API server sends for each request to a deprecated version.
func deprecationOf(crd *apiextensionsv1.CustomResourceDefinition, version apiextensionsv1.CustomResourceDefinitionVersion) []string {
	if !version.Deprecated {
		return nil
	}
	if version.DeprecationWarning != nil {
		return []string{*version.DeprecationWarning}
	}
	return []string{strings.Join([]string{crd.Spec.Group + "/" + version.Name, crd.Spec.Names.Kind, "is deprecated"}, " ")}
}
