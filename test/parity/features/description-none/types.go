// +groupName=description-none.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MirrorSpec struct {
	Frame Frame  `json:"frame,omitempty"`
	Glass string `json:"glass,omitempty"`
}

type Frame struct {
	Gold bool `json:"gold,omitempty"`
}

type Mirror struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MirrorSpec `json:"spec,omitempty"`
}
