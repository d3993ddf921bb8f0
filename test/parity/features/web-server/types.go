// +groupName=web-server.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// WebServerSpec says how much of it there is.
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

// WebServerStatus is empty so far.
type WebServerStatus struct{}

// WebServer is a number of Pods behind a Service.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type WebServer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WebServerSpec   `json:"spec,omitempty"`
	Status WebServerStatus `json:"status,omitempty"`
}
