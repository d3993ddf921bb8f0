// +groupName=label-selector.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MagnetSpec struct {
	// What it pulls.
	Pulls  metav1.LabelSelector  `json:"pulls"`
	Repels *metav1.LabelSelector `json:"repels,omitempty"`
}

type Magnet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MagnetSpec `json:"spec,omitempty"`
}
