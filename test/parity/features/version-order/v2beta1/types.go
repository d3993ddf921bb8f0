// +groupName=version-order.parity.example.com
package v2beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ClockSpec struct {
	Hands int32 `json:"hands,omitempty"`
}

type Clock struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ClockSpec `json:"spec,omitempty"`
}
