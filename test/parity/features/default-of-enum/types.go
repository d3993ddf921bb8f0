// +groupName=default-of-enum.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:Enum=Rail;Wire
type Power string

type TramSpec struct {
	// +optional
	// +kubebuilder:default=Wire
	Power Power `json:"power,omitempty"`
	// +kubebuilder:validation:Enum=2;4;8
	// +optional
	// +kubebuilder:default=4
	Axles int32 `json:"axles,omitempty"`
	// +optional
	// +kubebuilder:default={Rail,Wire}
	Modes []Power `json:"modes,omitempty"`
}

type Tram struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TramSpec `json:"spec,omitempty"`
}
