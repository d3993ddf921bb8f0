package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
	"sigs.k8s.io/yaml"
)

// resource is what the API server knows of one version of a kind.
type resource struct {
	gvk      schema.GroupVersionKind
	strategy strategy
	// decode returns the object in the form that the strategy expects, with its defaults.
	decode func(data []byte) (runtime.Object, error)
	// encode returns the object as JSON in the version of the request.
	encode func(object runtime.Object) ([]byte, error)
	// deprecation are the warnings for each request to this version.
	deprecation []string
}

type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// object answers whether the API server would store an object that is created, or updated if there is an old one.
func object(request *Request) Response {
	data, err := yaml.YAMLToJSONStrict([]byte(request.Object))
	if err != nil {
		return problem("invalid-yaml", err.Error())
	}
	found, unknown := resourceOf(data, request.CRDs)
	if unknown != nil {
		return Response{Problem: unknown}
	}
	response := Response{}
	sink := &warnings{}
	ctx := warning.WithWarningRecorder(context.Background(), sink)
	stored, errs := found.store(ctx, data, request.Old)
	response.Warnings = append(sink.texts, found.deprecation...)
	response.Errors = errs
	if len(errs) > 0 {
		return response
	}
	if !request.Stored && !createsPods(found.gvk) {
		return response
	}
	encoded, err := found.encode(stored)
	if err != nil {
		return problem("internal", err.Error())
	}
	response.PodSecurity = podSecurityOf(encoded, found.gvk)
	if request.Stored {
		response.Object = encoded
	}
	return response
}

// resourceOf finds the kind of an object among the given definitions and the built-in kinds.
func resourceOf(data []byte, crds []string) (*resource, *Problem) {
	var typeMeta metav1.TypeMeta
	if err := json.Unmarshal(data, &typeMeta); err != nil {
		return nil, &Problem{Code: "unknown-kind", Message: "the text is not an object with apiVersion and kind"}
	}
	gvk := typeMeta.GroupVersionKind()
	custom, err := customResource(gvk, crds)
	if err != nil {
		return nil, err
	}
	if custom != nil {
		return custom, nil
	}
	if builtIn := builtInResource(gvk); builtIn != nil {
		return builtIn, nil
	}
	return nil, &Problem{Code: "unknown-kind", Message: fmt.Sprintf("no definition of %s in %q is known", gvk.Kind, gvk.GroupVersion())}
}

// store does what the API server does between reading a request and writing to etcd.
func (r *resource) store(ctx context.Context, data []byte, oldText string) (runtime.Object, []Error) {
	object, errs := r.read(data)
	if errs != nil {
		return nil, errs
	}
	accessor, err := meta.Accessor(object)
	if err != nil {
		return nil, []Error{{Type: "BadRequest", Message: err.Error()}}
	}
	ctx = r.withNamespace(ctx, accessor)
	recorded := &recordingStrategy{strategy: r.strategy}
	if oldText == "" {
		// As the handler and the store of the API server, before the strategy is asked.
		rest.WipeObjectMetaSystemFields(accessor)
		rest.FillObjectMetaSystemFields(accessor)
		if accessor.GetName() == "" && accessor.GetGenerateName() != "" {
			accessor.SetName(r.strategy.GenerateName(accessor.GetGenerateName()))
		}
		if err := rest.BeforeCreate(recorded, ctx, object); err != nil {
			return nil, recorded.errorsOf(err)
		}
		return object, nil
	}
	oldData, err := yaml.YAMLToJSONStrict([]byte(oldText))
	if err != nil {
		return nil, []Error{{Type: "OldObject", Message: err.Error()}}
	}
	old, errs := r.read(oldData)
	if errs != nil {
		for index := range errs {
			errs[index].Type = "OldObject"
		}
		return nil, errs
	}
	oldAccessor, err := meta.Accessor(old)
	if err != nil {
		return nil, []Error{{Type: "OldObject", Message: err.Error()}}
	}
	if oldAccessor.GetNamespace() == "" {
		oldAccessor.SetNamespace(accessor.GetNamespace())
	}
	asStored(accessor, oldAccessor)
	if err := rest.BeforeUpdate(recorded, ctx, object, old); err != nil {
		return nil, recorded.errorsOf(err)
	}
	return object, nil
}

// asStored fills in what only an API server knows: objects that were read from manifests were never stored.
func asStored(accessor, old metav1.Object) {
	if old.GetUID() == "" {
		old.SetUID(uuid.NewUUID())
	}
	if old.GetResourceVersion() == "" {
		old.SetResourceVersion("1")
	}
	if old.GetGeneration() == 0 {
		old.SetGeneration(1)
	}
	if accessor.GetResourceVersion() == "" {
		accessor.SetResourceVersion(old.GetResourceVersion())
	}
}

// withNamespace sets the namespace of the request as kubectl does: the object's, or `default`.
func (r *resource) withNamespace(ctx context.Context, accessor metav1.Object) context.Context {
	if !r.strategy.NamespaceScoped() {
		return request.WithNamespace(ctx, metav1.NamespaceNone)
	}
	if accessor.GetNamespace() == "" {
		accessor.SetNamespace(metav1.NamespaceDefault)
	}
	return request.WithNamespace(ctx, accessor.GetNamespace())
}

// read decodes an object with --field-validation=strict, the default of kubectl.
func (r *resource) read(data []byte) (runtime.Object, []Error) {
	object, err := r.decode(data)
	if err == nil {
		return object, nil
	}
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		var errs []Error
		for _, each := range strict.Errors() {
			errs = append(errs, Error{Type: "StrictDecoding", Message: each.Error()})
		}
		return nil, errs
	}
	return nil, []Error{{Type: "BadRequest", Message: err.Error()}}
}

// recordingStrategy keeps the values that validation refused: a metav1.Status has them as text only.
type recordingStrategy struct {
	strategy
	errs field.ErrorList
}

func (s *recordingStrategy) Validate(ctx context.Context, object runtime.Object) field.ErrorList {
	s.errs = s.strategy.Validate(ctx, object)
	return s.errs
}

func (s *recordingStrategy) ValidateUpdate(ctx context.Context, object, old runtime.Object) field.ErrorList {
	s.errs = s.strategy.ValidateUpdate(ctx, object, old)
	return s.errs
}

// errorsOf returns the causes of an API error.
func (s *recordingStrategy) errorsOf(err error) []Error {
	var status *apierrors.StatusError
	if !errors.As(err, &status) || status.ErrStatus.Details == nil || len(status.ErrStatus.Details.Causes) == 0 {
		return []Error{{Type: "BadRequest", Message: err.Error()}}
	}
	var errs []Error
	for _, cause := range status.ErrStatus.Details.Causes {
		errs = append(errs, Error{Type: string(cause.Type), Field: cause.Field, Message: cause.Message, Value: s.valueOf(cause)})
	}
	return errs
}

const maxValueBytes = 1024

func (s *recordingStrategy) valueOf(cause metav1.StatusCause) json.RawMessage {
	for _, each := range s.errs {
		if each.Field == cause.Field && each.ErrorBody() == cause.Message {
			value, err := json.Marshal(each.BadValue)
			if err != nil || len(value) > maxValueBytes || each.BadValue == nil {
				return nil
			}
			return value
		}
	}
	return nil
}

type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) {
	w.texts = append(w.texts, text)
}
