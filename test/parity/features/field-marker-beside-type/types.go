// +groupName=field-marker-beside-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Metres are never negative.
// +kubebuilder:validation:Minimum=0
type Metres int32

type RopeSpec struct {
	Whole Metres `json:"whole"`
	// +kubebuilder:validation:MultipleOf=2
	Piece Metres `json:"piece"`
}

type Rope struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RopeSpec `json:"spec,omitempty"`
}
