// +groupName=alias-of-class.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Tool is held in a hand.
type Tool struct {
	Grams int32 `json:"grams"`
}

// Hammer is a tool for nails.
type Hammer Tool

type AnvilSpec struct {
	Tool   Tool   `json:"tool,omitempty"`
	Hammer Hammer `json:"hammer,omitempty"`
	// For two hands.
	Large Hammer `json:"large,omitempty"`
}

type Anvil struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AnvilSpec `json:"spec,omitempty"`
}
