// +groupName=discriminated-union.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type WallSpec struct {
	Cover Cover `json:"cover"`
}

// Cover is what one sees of it.
// +kubebuilder:validation:XValidation:rule="!has(self.colour) || self.kind == \"Paint\"",message="colour may only be set when kind is Paint"
// +kubebuilder:validation:XValidation:rule="has(self.colour) || !(self.kind == \"Paint\")",message="colour is required when kind is Paint"
// +kubebuilder:validation:XValidation:rule="!has(self.pattern) || self.kind == \"Paper\"",message="pattern may only be set when kind is Paper"
// +kubebuilder:validation:XValidation:rule="has(self.pattern) || !(self.kind == \"Paper\")",message="pattern is required when kind is Paper"
type Cover struct {
	// +kubebuilder:validation:Enum=Paint;Paper
	Kind string `json:"kind"`
	// How it looks by day.
	// +kubebuilder:validation:MaxLength=20
	Colour  string `json:"colour,omitempty"`
	Pattern string `json:"pattern,omitempty"`
}

type Wall struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WallSpec `json:"spec,omitempty"`
}
