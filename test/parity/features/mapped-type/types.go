// +groupName=mapped-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type JugglerSpec struct {
	Balls Balls `json:"balls,omitempty"`
}

type Balls struct {
	Left  int32 `json:"left,omitempty"`
	Right int32 `json:"right,omitempty"`
}

type Juggler struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec JugglerSpec `json:"spec,omitempty"`
}
