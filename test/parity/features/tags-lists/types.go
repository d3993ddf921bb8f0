// +groupName=tags-lists.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MuseumpieceSpec struct {
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=7
	// +listType=map
	// +listMapKey=name
	Parts []Part `json:"parts"`
	// +mapType=atomic
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=3
	Labels map[string]string `json:"labels,omitempty"`
	Case   Case              `json:"case,omitempty"`
}

type Part struct {
	Name   string `json:"name"`
	Weight int32  `json:"weight,omitempty"`
}

// Case protects it.
// +structType=atomic
type Case struct {
	Glass bool `json:"glass,omitempty"`
}

type Museumpiece struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MuseumpieceSpec `json:"spec,omitempty"`
}
