// +groupName=singular-name.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RoadSignSpec struct {
	Text string `json:"text,omitempty"`
}

// +kubebuilder:resource:singular=sign
type RoadSign struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RoadSignSpec `json:"spec,omitempty"`
}
