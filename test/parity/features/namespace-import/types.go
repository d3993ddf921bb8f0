// +groupName=namespace-import.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SpindleSpec struct {
	// +kubebuilder:validation:Minimum=1
	Turns int32 `json:"turns"`
	// +kubebuilder:validation:MaxLength=9
	Wool string `json:"wool,omitempty"`
}

// +kubebuilder:subresource:status
type Spindle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SpindleSpec `json:"spec,omitempty"`
	// +optional
	Status SpindleStatus `json:"status,omitempty"`
}

type SpindleStatus struct {
	Full bool `json:"full,omitempty"`
}
