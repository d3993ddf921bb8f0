// +groupName=field-and-type-agree.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Feather tickles.
// +structType=atomic
// +kubebuilder:title="A feather"
type Feather struct {
	Long bool `json:"long,omitempty"`
}

// Knots are tied in order.
// +listType=set
type Knots []string

type BonnetSpec struct {
	// At the side.
	// +structType=granular
	Left Feather `json:"left,omitempty"`
	// +kubebuilder:title="Another one"
	Right Feather `json:"right,omitempty"`
	Knots Knots   `json:"knots,omitempty"`
}

type Bonnet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BonnetSpec `json:"spec,omitempty"`
}
