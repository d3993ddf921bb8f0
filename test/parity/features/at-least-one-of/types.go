// +groupName=at-least-one-of.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// StallSpec sells something.
// +kubebuilder:validation:AtLeastOneOf=fruit;fish
type StallSpec struct {
	Fruit []string `json:"fruit,omitempty"`
	Fish  []string `json:"fish,omitempty"`
}

type Stall struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StallSpec `json:"spec,omitempty"`
}
