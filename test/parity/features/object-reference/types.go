// +groupName=object-reference.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type PointerSpec struct {
	At     corev1.ObjectReference            `json:"at"`
	Typed  *corev1.TypedLocalObjectReference `json:"typed,omitempty"`
	Owner  *metav1.OwnerReference            `json:"owner,omitempty"`
	Local  corev1.LocalObjectReference       `json:"local,omitempty"`
	Others []corev1.ObjectReference          `json:"others,omitempty"`
}

type Pointer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PointerSpec `json:"spec,omitempty"`
}
