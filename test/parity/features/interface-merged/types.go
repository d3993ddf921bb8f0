// +groupName=interface-merged.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// SandwichSpec has two halves.
type SandwichSpec struct {
	// At the bottom.
	Bread string `json:"bread"`
	// On top.
	// +kubebuilder:validation:MinLength=1
	Lid string `json:"lid,omitempty"`
}

type Sandwich struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SandwichSpec `json:"spec,omitempty"`
}
