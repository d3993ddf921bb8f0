// +groupName=indexed-access.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ThimbleSpec struct {
	Finger string `json:"finger"`
	// +kubebuilder:validation:Enum=S;M;L
	Size string `json:"size,omitempty"`
	// +kubebuilder:validation:Enum=S;M
	Child string `json:"child,omitempty"`
}

type Thimble struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ThimbleSpec `json:"spec,omitempty"`
}
