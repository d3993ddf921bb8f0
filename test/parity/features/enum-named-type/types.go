// +groupName=enum-named-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Cloth is what a sail is made of.
// +kubebuilder:validation:Enum=Hemp;Cotton;Nylon
type Cloth string

type SailSpec struct {
	Main Cloth `json:"main"`
	// The small one in front.
	Jib    Cloth            `json:"jib,omitempty"`
	Spares []Cloth          `json:"spares,omitempty"`
	ByDeck map[string]Cloth `json:"byDeck,omitempty"`
}

type Sail struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SailSpec `json:"spec,omitempty"`
}
