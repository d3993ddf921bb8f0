// +groupName=pod-template.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type PuppetSpec struct {
	Template corev1.PodTemplateSpec `json:"template"`
}

type Puppet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PuppetSpec `json:"spec,omitempty"`
}
