// +groupName=format.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LighthouseSpec struct {
	// +kubebuilder:validation:Format=ipv4
	Address string `json:"address,omitempty"`
	// +kubebuilder:validation:Format=uri
	Manual string `json:"manual,omitempty"`
	// +kubebuilder:validation:Format="date-time"
	Built string `json:"built,omitempty"`
	// +kubebuilder:validation:Format=uuid
	Id string `json:"id,omitempty"`
}

type Lighthouse struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LighthouseSpec `json:"spec,omitempty"`
}
