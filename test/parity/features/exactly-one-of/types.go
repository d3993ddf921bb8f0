// +groupName=exactly-one-of.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DrinkSpec struct {
	Cup Cup `json:"cup"`
}

// Cup has one thing in it.
// +kubebuilder:validation:ExactlyOneOf=tea;coffee;cocoa
// +kubebuilder:validation:ExactlyOneOf=milk;lemon
type Cup struct {
	Tea    *string `json:"tea,omitempty"`
	Coffee *string `json:"coffee,omitempty"`
	Cocoa  *int32  `json:"cocoa,omitempty"`
	Milk   bool    `json:"milk,omitempty"`
	Lemon  bool    `json:"lemon,omitempty"`
}

type Drink struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DrinkSpec `json:"spec,omitempty"`
}
