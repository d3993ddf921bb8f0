// +groupName=int-or-string.parity.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type GateSpec struct {
	// A number or a share of the whole.
	Open intstr.IntOrString  `json:"open"`
	Side *intstr.IntOrString `json:"side,omitempty"`
	// +optional
	// +kubebuilder:default="25%"
	Rest *intstr.IntOrString `json:"rest,omitempty"`
	// +optional
	// +kubebuilder:default=1
	Least  *intstr.IntOrString  `json:"least,omitempty"`
	Others []intstr.IntOrString `json:"others,omitempty"`
}

type Gate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GateSpec `json:"spec,omitempty"`
}
