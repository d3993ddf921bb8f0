// +groupName=preserve-unknown-in-lists.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type JunkyardSpec struct {
	Cars     []Car          `json:"cars,omitempty"`
	ByColour map[string]Car `json:"byColour,omitempty"`
}

// Car was one.
// +kubebuilder:pruning:PreserveUnknownFields
type Car struct {
	Wheels int32 `json:"wheels,omitempty"`
}

type Junkyard struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec JunkyardSpec `json:"spec,omitempty"`
}
