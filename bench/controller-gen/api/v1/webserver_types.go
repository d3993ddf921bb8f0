// Package v1 is the Go equivalent of examples/webserver, for the benchmark.
// +kubebuilder:object:generate=true
// +groupName=my.domain
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WebServerSpec defines the desired state of WebServer.
type WebServerSpec struct {
	// How many Pods serve.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=1
	// +optional
	Replicas int32 `json:"replicas,omitempty"`

	// The image of an nginx.
	// +kubebuilder:default="nginx:1.23.0"
	// +optional
	Image string `json:"image,omitempty"`
}

// WebServerStatus defines the observed state of WebServer.
type WebServerStatus struct{}

// WebServer is a number of nginx Pods behind a Service.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`
type WebServer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WebServerSpec   `json:"spec,omitempty"`
	Status WebServerStatus `json:"status,omitempty"`
}
