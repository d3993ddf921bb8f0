package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var groupVersion = schema.GroupVersion{Group: "bench.operator-gen.dev", Version: "v1"}

// FooSpec is the desired state.
type FooSpec struct {
	Replicas int32  `json:"replicas"`
	Payload  string `json:"payload"`
}

// FooStatus is the observed state.
type FooStatus struct {
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}

// Foo owns a ConfigMap with the contents of its spec.
type Foo struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   FooSpec   `json:"spec"`
	Status FooStatus `json:"status,omitempty"`
}

// FooList is the response of the API server to a list request.
type FooList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Foo `json:"items"`
}

func addToScheme(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(groupVersion, &Foo{}, &FooList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
}

// DeepCopyObject implements runtime.Object.
func (foo *Foo) DeepCopyObject() runtime.Object {
	result := *foo
	foo.ObjectMeta.DeepCopyInto(&result.ObjectMeta)
	return &result
}

// DeepCopyObject implements runtime.Object.
func (list *FooList) DeepCopyObject() runtime.Object {
	result := *list
	list.ListMeta.DeepCopyInto(&result.ListMeta)
	result.Items = make([]Foo, len(list.Items))
	for index := range list.Items {
		result.Items[index] = *list.Items[index].DeepCopyObject().(*Foo)
	}
	return &result
}
