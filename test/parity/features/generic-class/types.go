// +groupName=generic-class.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type AviarySpec struct {
	Parrots ParrotCage `json:"parrots"`
	Finches *FinchCage `json:"finches,omitempty"`
}

// Cage holds birds of a feather.
type ParrotCage struct {
	// Who sits in it.
	Birds []Parrot `json:"birds"`
	Best  Parrot   `json:"best,omitempty"`
	Open  bool     `json:"open,omitempty"`
}

// Cage holds birds of a feather.
type FinchCage struct {
	// Who sits in it.
	Birds []string `json:"birds"`
	Best  string   `json:"best,omitempty"`
	Open  bool     `json:"open,omitempty"`
}

// Parrot talks.
type Parrot struct {
	Words int32 `json:"words,omitempty"`
}

type Aviary struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AviarySpec `json:"spec,omitempty"`
}
