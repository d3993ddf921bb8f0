// +groupName=license-above.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// HeraldSpec says it loudly.
type HeraldSpec struct {
	News string `json:"news,omitempty"`
	Late string `json:"late,omitempty"`
}

type Herald struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HeraldSpec `json:"spec,omitempty"`
}
