// +groupName=secret-key-selector.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type LocksmithSpec struct {
	Key    corev1.SecretKeySelector     `json:"key"`
	Map    *corev1.ConfigMapKeySelector `json:"map,omitempty"`
	Secret *corev1.SecretReference      `json:"secret,omitempty"`
}

type Locksmith struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LocksmithSpec `json:"spec,omitempty"`
}
