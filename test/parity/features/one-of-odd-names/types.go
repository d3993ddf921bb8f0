// +groupName=one-of-odd-names.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:AtMostOneOf=in;as
type SwitchboardSpec struct {
	In bool `json:"in,omitempty"`
	As bool `json:"as,omitempty"`
}

type Switchboard struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SwitchboardSpec `json:"spec,omitempty"`
}
