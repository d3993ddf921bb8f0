// +groupName=enum-narrowed.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Colour is one of those in the box.
// +kubebuilder:validation:Enum=Red;Blue;Yellow
type Colour string

type PaintboxSpec struct {
	// Only what is warm.
	// +kubebuilder:validation:Enum=Red;Yellow
	Warm Colour `json:"warm,omitempty"`
}

type Paintbox struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PaintboxSpec `json:"spec,omitempty"`
}
