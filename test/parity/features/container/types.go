// +groupName=container.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type TeapotSpec struct {
	Pot   corev1.Container           `json:"pot"`
	Env   []corev1.EnvVar            `json:"env,omitempty"`
	From  []corev1.EnvFromSource     `json:"from,omitempty"`
	Guard *corev1.SecurityContext    `json:"guard,omitempty"`
	Pod   *corev1.PodSecurityContext `json:"pod,omitempty"`
	Pull  corev1.PullPolicy          `json:"pull,omitempty"`
}

type Teapot struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TeapotSpec `json:"spec,omitempty"`
}
