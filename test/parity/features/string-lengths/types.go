// +groupName=string-lengths.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type NameplateSpec struct {
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Owner string `json:"owner"`

	// +kubebuilder:validation:MaxLength=0
	Nothing string `json:"nothing,omitempty"`

	// +kubebuilder:validation:MinLength=2
	Initials string `json:"initials,omitempty"`
}

type Nameplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NameplateSpec `json:"spec,omitempty"`
}
