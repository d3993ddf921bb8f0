package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
)

// resource is what the API server knows of one version of a kind.
type resource struct {
	gvk      schema.GroupVersionKind
	strategy strategy
	// prepare does what the storage of the kind does before it asks the strategy; `old` is nil for a new object. May be nil.
	prepare func(object, old runtime.Object)
	// complete adds to an update of an object from a manifest what the API server has added to it before. May be nil.
	complete func(ctx context.Context, object, old runtime.Object)
	// admit does what the admission plugins do that every API server has; `old` is nil for a new object. May be nil.
	admit func(object, old runtime.Object) field.ErrorList
	// fieldManager returns what tracks the owners of fields, and knows the schema. Nil for built-in kinds.
	fieldManager func() *managedfields.FieldManager
	// decode returns the object in the form that the strategy expects, with its defaults.
	decode func(data []byte) (runtime.Object, error)
	// encode returns the object as JSON in the version of the request.
	encode func(object runtime.Object) ([]byte, error)
	// throughStorage writes and reads an object in the form that etcd has.
	throughStorage func(object runtime.Object) (runtime.Object, error)
	// readStored reads an object that was written in another version or with another schema, of which unknown fields were
	// removed. Nil for built-in kinds.
	readStored func(data []byte, from *resource) (runtime.Object, error)
	// structural is the schema of a custom resource.
	structural *structural.Structural
	// deprecation are the warnings for each request to this version.
	deprecation []string
}

type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// object answers whether the API server would store an object that is created, or updated if there is an old one.
func object(ctx context.Context, request *Request) Response {
	data, err := toJSON(request.Object)
	if err != nil {
		return problem("invalid-yaml", err.Error())
	}
	response := Response{Identity: identityOf(data)}
	if response.Identity.isList() {
		if response.Items, err = response.Identity.itemsOf(); err != nil {
			response.Problem = &Problem{Code: "invalid-yaml", Message: err.Error()}
		}
		return response
	}
	defined, unknown := definitionsOf(request)
	if unknown != nil {
		return Response{Problem: unknown}
	}
	found, unknown := resourceOf(response.Identity, defined)
	if unknown != nil {
		response.Problem = unknown
		return response
	}
	var old runtime.Object
	if request.Old != "" {
		var errs []Error
		if old, errs = found.readOld(request.Old, defined); errs != nil {
			response.Errors = errs
			return response
		}
	}
	sink := &warnings{}
	stored, errs := found.store(warning.WithWarningRecorder(ctx, sink), data, old)
	response.Warnings = append(sink.texts, found.deprecation...)
	response.Errors = errs
	if len(errs) > 0 {
		return response
	}
	if !request.Stored && !createsPods(found.gvk) {
		return response
	}
	encoded, err := found.readBack(stored)
	if err != nil {
		response.Problem = &Problem{Code: "internal", Message: err.Error()}
		return response
	}
	response.PodSecurity = podSecurityOf(encoded, found.gvk, request.PodSecurityVersion)
	if request.Stored {
		response.Object = encoded
		response.StoredText = string(encoded)
	}
	return response
}

// resourceOf finds the kind of an object among the given definitions and the built-in kinds.
func resourceOf(identity *Identity, crds []definitionText) (*resource, *Problem) {
	if identity == nil || identity.APIVersion == "" {
		return nil, &Problem{Code: "unknown-kind", Message: "the text is not an object with apiVersion and kind"}
	}
	gvk := schema.FromAPIVersionAndKind(identity.APIVersion, identity.Kind)
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
	return nil, unknownKind(gvk)
}

// unknownKind says where a kind is served, if the version or the group has changed since the object was written.
func unknownKind(gvk schema.GroupVersionKind) *Problem {
	var served, inGroup []string
	for _, each := range servedVersions(gvk.Kind) {
		served = append(served, each.String())
		if each.Group == gvk.Group {
			inGroup = append(inGroup, each.String())
		}
	}
	if len(inGroup) > 0 {
		return &Problem{Code: "not-served", Message: notServed(gvk, inGroup)}
	}
	if len(served) > 0 {
		return &Problem{Code: "unknown-kind", Message: notServed(gvk, served)}
	}
	if isBuiltIn(gvk) {
		return &Problem{Code: "not-validated", Message: fmt.Sprintf("%s in %q is a built-in kind whose validation the helper does not contain", gvk.Kind, gvk.GroupVersion())}
	}
	return &Problem{Code: "unknown-kind", Message: fmt.Sprintf("no definition of %s in %q is known", gvk.Kind, gvk.GroupVersion())}
}

func notServed(gvk schema.GroupVersionKind, served []string) string {
	return fmt.Sprintf("%s is not served in %s: use %s", gvk.Kind, gvk.GroupVersion(), strings.Join(served, " or "))
}

// store does what the API server does between reading a request and writing to etcd.
func (r *resource) store(ctx context.Context, data []byte, old runtime.Object) (runtime.Object, []Error) {
	if len(data) > maxObjectBytes {
		return nil, []Error{{Type: "RequestEntityTooLarge", Message: fmt.Sprintf("Request entity too large: limit is %d", maxObjectBytes)}}
	}
	object, errs := r.read(data)
	if errs != nil {
		return nil, errs
	}
	accessor, err := meta.Accessor(object)
	if err != nil {
		return nil, []Error{{Type: "BadRequest", Message: err.Error()}}
	}
	ctx = r.withNamespace(ctx, accessor)
	withoutDuplicateOwners(ctx, accessor)
	recorded := &recordingStrategy{strategy: r.strategy}
	if old == nil {
		r.trackFields(object, accessor, nil)
		// As the handler and the store of the API server, before the strategy is asked.
		rest.WipeObjectMetaSystemFields(accessor)
		rest.FillObjectMetaSystemFields(accessor)
		if accessor.GetName() == "" && accessor.GetGenerateName() != "" {
			accessor.SetName(r.strategy.GenerateName(accessor.GetGenerateName()))
		}
		r.prepareWith(object, nil)
		if err := answered(func() error { return rest.BeforeCreate(recorded, ctx, object) }); err != nil {
			return nil, recorded.errorsOf(err)
		}
		return object, r.refusedByAdmission(object, nil)
	}
	oldAccessor, err := meta.Accessor(old)
	if err != nil {
		return nil, []Error{{Type: "OldObject", Message: err.Error()}}
	}
	if oldAccessor.GetNamespace() == "" {
		oldAccessor.SetNamespace(accessor.GetNamespace())
	}
	r.asStored(ctx, object, accessor, old, oldAccessor)
	r.trackFields(object, accessor, old)
	r.prepareWith(object, old)
	if err := answered(func() error { return rest.BeforeUpdate(recorded, ctx, object, old) }); err != nil {
		return nil, recorded.errorsOf(err)
	}
	return object, r.refusedByAdmission(object, old)
}

// refusedByAdmission returns the errors of admission plugins, which the API server asks after the strategy.
func (r *resource) refusedByAdmission(object, old runtime.Object) []Error {
	if r.admit == nil {
		return nil
	}
	errs := r.admit(object, old)
	if len(errs) == 0 {
		return nil
	}
	recorded := &recordingStrategy{errs: errs}
	return recorded.errorsOf(apierrors.NewInvalid(r.gvk.GroupKind(), "", errs))
}

// readBack encodes an object as it is read from etcd: defaults are set again, because a strategy can clear fields that have
// some, such as the status, and empty lists are lost.
func (r *resource) readBack(stored runtime.Object) ([]byte, error) {
	if r.throughStorage != nil {
		var err error
		if stored, err = r.throughStorage(stored); err != nil {
			return nil, err
		}
	}
	return r.encode(stored)
}

// readOld reads the object that is updated, as it is read from etcd in the version of the request. All errors have the type
// OldObject.
func (r *resource) readOld(text string, crds []definitionText) (runtime.Object, []Error) {
	data, err := toJSON(text)
	if err != nil {
		return nil, []Error{{Type: "OldObject", Message: err.Error()}}
	}
	identity := identityOf(data)
	if identity == nil || schema.FromAPIVersionAndKind(identity.APIVersion, identity.Kind).GroupKind() != r.gvk.GroupKind() {
		return nil, []Error{{Type: "OldObject", Message: fmt.Sprintf("it is not a %s of the same group", r.gvk.Kind)}}
	}
	if r.readStored != nil {
		from, unknown := resourceOf(identity, crds)
		if unknown != nil {
			return nil, []Error{{Type: "OldObject", Message: unknown.Message}}
		}
		old, err := r.readStored(data, from)
		if err != nil {
			return nil, []Error{{Type: "OldObject", Message: err.Error()}}
		}
		return old, nil
	}
	old, errs := r.read(data)
	for index := range errs {
		errs[index].Type = "OldObject"
	}
	return old, errs
}

func (r *resource) prepareWith(object, old runtime.Object) {
	if r.prepare != nil {
		r.prepare(object, old)
	}
}

// asStored fills in what only an API server knows: objects that were read from manifests were never stored.
func (r *resource) asStored(ctx context.Context, object runtime.Object, accessor metav1.Object, old runtime.Object, oldMeta metav1.Object) {
	if oldMeta.GetUID() == "" {
		oldMeta.SetUID(uuid.NewUUID())
		if oldMeta.GetGeneration() == 0 {
			oldMeta.SetGeneration(r.firstGeneration(ctx, old))
		}
		if r.complete != nil {
			r.complete(ctx, object, old)
		}
	}
	if oldMeta.GetResourceVersion() == "" {
		oldMeta.SetResourceVersion("1")
	}
	if accessor.GetResourceVersion() == "" {
		accessor.SetResourceVersion(oldMeta.GetResourceVersion())
	}
}

// firstGeneration returns the generation of a new object, which not every kind has.
func (r *resource) firstGeneration(ctx context.Context, object runtime.Object) int64 {
	created := object.DeepCopyObject()
	r.strategy.PrepareForCreate(ctx, created)
	accessor, err := meta.Accessor(created)
	if err != nil {
		return 0
	}
	return accessor.GetGeneration()
}

// answered returns the error of a function of the API server. Where that panics, the API server closes the connection.
func answered(run func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the API server panics and closes the connection: %v", cause)
		}
	}()
	return run()
}

// withoutDuplicateOwners removes repeated references to owners, with the API server's warning.
func withoutDuplicateOwners(ctx context.Context, accessor metav1.Object) {
	var kept []metav1.OwnerReference
	var repeated []string
	for _, each := range accessor.GetOwnerReferences() {
		if slices.ContainsFunc(kept, func(other metav1.OwnerReference) bool { return equality.Semantic.DeepEqual(each, other) }) {
			repeated = append(repeated, string(each.UID))
			continue
		}
		kept = append(kept, each)
	}
	if len(repeated) > 0 {
		accessor.SetOwnerReferences(kept)
		warning.AddWarning(ctx, "", fmt.Sprintf(handlers.DuplicateOwnerReferencesWarningFormat, strings.Join(repeated, ", ")))
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
	values := s.values()
	var errs []Error
	for _, cause := range status.ErrStatus.Details.Causes {
		value := values[cause.Field+"\n"+cause.Message]
		errs = append(errs, Error{Type: string(cause.Type), Field: cause.Field, Message: cause.Message, Value: value})
	}
	return errs
}

const maxValueBytes = 1024

// values returns the refused values by the field and the message of their errors.
func (s *recordingStrategy) values() map[string]json.RawMessage {
	values := map[string]json.RawMessage{}
	for _, each := range s.errs {
		if each.BadValue == nil {
			continue
		}
		if value, err := json.Marshal(each.BadValue); err == nil && len(value) <= maxValueBytes {
			values[each.Field+"\n"+each.ErrorBody()] = value
		}
	}
	return values
}

type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) {
	w.texts = append(w.texts, text)
}
