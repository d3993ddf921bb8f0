// +groupName=named-list.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Voices are sung from low to high.
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=8
// +listType=set
type Voices []string

type ChoirSpec struct {
	Front Voices `json:"front"`
	// Those whom nobody sees.
	Back Voices `json:"back,omitempty"`
}

type Choir struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ChoirSpec `json:"spec,omitempty"`
}
