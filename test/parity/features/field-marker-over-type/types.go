// +groupName=field-marker-over-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Knots hold it.
// +kubebuilder:validation:Minimum=2
// +kubebuilder:validation:Maximum=9
type Knots int32

type HammockSpec struct {
	// As many as on the other side.
	// +kubebuilder:validation:Minimum=2
	Head Knots `json:"head"`
	Feet Knots `json:"feet"`
}

type Hammock struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HammockSpec `json:"spec,omitempty"`
}
