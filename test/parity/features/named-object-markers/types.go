// +groupName=named-object-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Drawer is pulled out.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=2
// +mapType=atomic
type Drawer map[string]string

// Key opens it.
// +structType=atomic
type Key struct {
	Teeth int32 `json:"teeth,omitempty"`
}

type CabinetSpec struct {
	Drawers []Drawer       `json:"drawers,omitempty"`
	Keys    map[string]Key `json:"keys,omitempty"`
}

type Cabinet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CabinetSpec `json:"spec,omitempty"`
}
