// +groupName=named-chain.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Length is in centimetres.
// +kubebuilder:validation:Minimum=1
type Length int64

// RungDistance is how far one steps.
// +kubebuilder:validation:Maximum=40
type RungDistance Length

type LadderSpec struct {
	Length Length       `json:"length"`
	Rungs  RungDistance `json:"rungs"`
}

type Ladder struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LadderSpec `json:"spec,omitempty"`
}
