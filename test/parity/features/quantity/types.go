// +groupName=quantity.parity.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SiloSpec struct {
	// How much grain goes in.
	Grain resource.Quantity `json:"grain"`
	// +optional
	// +kubebuilder:default="5Gi"
	Dust   *resource.Quantity           `json:"dust,omitempty"`
	ByKind map[string]resource.Quantity `json:"byKind,omitempty"`
	Loads  []resource.Quantity          `json:"loads,omitempty"`
}

type Silo struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SiloSpec `json:"spec,omitempty"`
}
