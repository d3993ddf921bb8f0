// +groupName=mapped-type-named-values.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Weight is put on.
// +kubebuilder:validation:Minimum=0
type Weight int32

type BalanceSpec struct {
	Pans Pans `json:"pans,omitempty"`
	Arms Pans `json:"arms,omitempty"`
}

type Pans struct {
	Left  Weight `json:"left,omitempty"`
	Right Weight `json:"right,omitempty"`
}

type Balance struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BalanceSpec `json:"spec,omitempty"`
}
