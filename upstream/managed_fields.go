package main

import (
	"fmt"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/registry/rest"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// thisManager is the name of the manager of this request. Its entry is not a part of the answer.
const thisManager = "operator-gen"

// trackFields does what the field manager of the API server does with the managed fields of a request; `old` is nil for a
// new object. Requests without them need no such work: what the server adds is always valid.
func (r *resource) trackFields(object runtime.Object, accessor metav1.Object, old runtime.Object) {
	var before []metav1.ManagedFieldsEntry
	if old != nil {
		if oldAccessor, err := meta.Accessor(old); err == nil {
			before = oldAccessor.GetManagedFields()
		}
	}
	fields := accessor.GetManagedFields()
	if len(fields) == 0 || managedfields.ValidateManagedFields(fields) != nil {
		accessor.SetManagedFields(before)
		return
	}
	if r.fieldManager != nil {
		r.trackWith(r.fieldManager(), object, accessor, old)
		return
	}
	// Built-in kinds have no field manager here, because their schemas take ten megabytes. Who creates an object becomes
	// the manager of all its fields; in an update, fields of other groups are forgotten.
	if old == nil {
		accessor.SetManagedFields(nil)
		return
	}
	accessor.SetManagedFields(slices.DeleteFunc(fields, func(each metav1.ManagedFieldsEntry) bool {
		gv, err := schema.ParseGroupVersion(each.APIVersion)
		return err != nil || gv.Group != r.gvk.Group
	}))
}

func (r *resource) trackWith(manager *managedfields.FieldManager, object runtime.Object, accessor metav1.Object, old runtime.Object) {
	if manager == nil {
		accessor.SetManagedFields(nil)
		return
	}
	if old == nil {
		old, _ = newUnstructured{}.New(r.gvk)
	}
	tracked, err := meta.Accessor(manager.UpdateNoErrors(old, object, thisManager))
	if err != nil {
		accessor.SetManagedFields(nil)
		return
	}
	accessor.SetManagedFields(slices.DeleteFunc(tracked.GetManagedFields(), func(each metav1.ManagedFieldsEntry) bool {
		return each.Manager == thisManager
	}))
}

// newFieldManager returns the field manager of a custom resource as crdHandler does, or nil if there is none.
func newFieldManager(crd *apiextensionsv1.CustomResourceDefinition, gvk schema.GroupVersionKind, strategy strategy) *managedfields.FieldManager {
	var converter managedfields.TypeConverter = managedfields.NewDeducedTypeConverter()
	if models, err := builder.BuildOpenAPIV3(crd, gvk.Version, builder.Options{}); err == nil {
		typed, err := managedfields.NewTypeConverter(models.Components.Schemas, crd.Spec.PreserveUnknownFields)
		if err != nil {
			return nil
		}
		converter = typed
	}
	var reset map[fieldpath.APIVersion]*fieldpath.Set
	if resetting, ok := strategy.(rest.ResetFieldsStrategy); ok {
		reset = resetting.GetResetFields()
	}
	convertor := unstructuredConvertor{crd: crd}
	manager, err := managedfields.NewDefaultCRDFieldManager(converter, convertor, convertor, newUnstructured{}, gvk, gvk.GroupVersion(), "", fieldpath.NewExcludeFilterSetMap(reset))
	if err != nil {
		return nil
	}
	return manager
}

// unstructuredConvertor converts custom resources as the conversion strategy `None` does.
type unstructuredConvertor struct {
	crd *apiextensionsv1.CustomResourceDefinition
}

func (unstructuredConvertor) Default(runtime.Object) {}

func (unstructuredConvertor) Convert(in, out, _ any) error {
	in.(*unstructured.Unstructured).DeepCopyInto(out.(*unstructured.Unstructured))
	return nil
}

func (c unstructuredConvertor) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	kind := in.GetObjectKind().GroupVersionKind()
	gvk, ok := target.KindForGroupVersionKinds([]schema.GroupVersionKind{kind})
	if !ok || gvk.Group != c.crd.Spec.Group || !slices.ContainsFunc(c.crd.Spec.Versions, func(each apiextensionsv1.CustomResourceDefinitionVersion) bool {
		return each.Name == gvk.Version
	}) {
		return nil, fmt.Errorf("%s has no version %s", c.crd.Name, target)
	}
	converted := in.DeepCopyObject()
	converted.GetObjectKind().SetGroupVersionKind(gvk)
	return converted, nil
}

func (unstructuredConvertor) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}
