// +groupName=boolean-literal.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LatchSpec struct {
	// One has to say so.
	// +kubebuilder:validation:Enum=true
	Closed bool `json:"closed"`
}

type Latch struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LatchSpec `json:"spec,omitempty"`
}
