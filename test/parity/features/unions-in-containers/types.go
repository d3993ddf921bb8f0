// +groupName=unions-in-containers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Colour of a horse.
// +kubebuilder:validation:Enum=bay;grey
type Colour string

type StableSpec struct {
	// +kubebuilder:validation:items:Enum=walk;trot
	Gaits []string          `json:"gaits,omitempty"`
	ByBox map[string]Colour `json:"byBox,omitempty"`
	Pairs []Pair            `json:"pairs,omitempty"`
	// +kubebuilder:validation:Enum=oats
	Feed string `json:"feed,omitempty"`
}

type Pair struct {
	Left  Colour `json:"left,omitempty"`
	Right Colour `json:"right,omitempty"`
}

type Stable struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StableSpec `json:"spec,omitempty"`
}
