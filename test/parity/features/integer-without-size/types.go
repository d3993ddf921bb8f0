// +groupName=integer-without-size.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DiceSpec struct {
	Sides  int   `json:"sides"`
	Eyes   int16 `json:"eyes,omitempty"`
	Throws uint  `json:"throws,omitempty"`
}

// +kubebuilder:resource:path=dice
type Dice struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DiceSpec `json:"spec,omitempty"`
}
