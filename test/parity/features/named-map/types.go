// +groupName=named-map.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Hangers says how many there are of a kind.
// +kubebuilder:validation:MaxProperties=20
// +mapType=granular
type Hangers map[string]int32

type WardrobeSpec struct {
	Hangers Hangers `json:"hangers,omitempty"`
	Spare   Hangers `json:"spare,omitempty"`
}

type Wardrobe struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WardrobeSpec `json:"spec,omitempty"`
}
