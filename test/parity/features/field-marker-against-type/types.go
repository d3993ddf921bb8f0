// +groupName=field-marker-against-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Height is how high it grows.
// +kubebuilder:validation:Maximum=9
type Height int32

type PalisadeSpec struct {
	// Lower than others.
	// +kubebuilder:validation:Maximum=4
	Rose Height `json:"rose"`
}

type Palisade struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PalisadeSpec `json:"spec,omitempty"`
}
