// +groupName=built-in-parts.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SidecarSpec struct {
	// Part of a container.
	Container Part `json:"container"`
	// A name, and more.
	Pull PullSecret `json:"pull,omitempty"`
}

type Part struct {
	// +kubebuilder:validation:MinLength=1
	Extra string `json:"extra,omitempty"`
	// Image of it.
	Image string `json:"image,omitempty"`
	// Ports of it.
	// +listType=map
	// +listMapKey=containerPort
	// +listMapKey=protocol
	// +optional
	Ports []corev1.ContainerPort `json:"ports,omitempty"`
	// Arguments of it.
	// +optional
	// +listType=atomic
	Args []string `json:"args,omitempty"`
}

// +structType=atomic
type PullSecret struct {
	corev1.LocalObjectReference `json:",inline"`
	Always                      bool `json:"always,omitempty"`
}

type Sidecar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SidecarSpec `json:"spec,omitempty"`
}
