// +groupName=probe.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type StethoscopeSpec struct {
	Ready corev1.Probe      `json:"ready"`
	Alive *corev1.Probe     `json:"alive,omitempty"`
	Hook  *corev1.Lifecycle `json:"hook,omitempty"`
}

type Stethoscope struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StethoscopeSpec `json:"spec,omitempty"`
}
