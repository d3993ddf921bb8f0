// +groupName=embedded-levels.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Rooted struct {
	// How deep.
	Roots int32 `json:"roots"`
}

type Woody struct {
	Rooted `json:",inline"`
	// +kubebuilder:validation:Minimum=0
	Rings int32 `json:"rings,omitempty"`
}

type TreeSpec struct {
	Woody  `json:",inline"`
	Leaves Leaves `json:"leaves,omitempty"`
}

// Leaves fall.
type Leaves struct {
	Rooted `json:",inline"`
	Green  bool `json:"green,omitempty"`
}

type Tree struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TreeSpec `json:"spec,omitempty"`
}
