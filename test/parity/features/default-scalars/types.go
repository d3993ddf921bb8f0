// +groupName=default-scalars.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LampSpec struct {
	// +optional
	// +kubebuilder:default=60
	Watts int32 `json:"watts,omitempty"`

	// +optional
	// +kubebuilder:default="warm white"
	Colour string `json:"colour,omitempty"`

	// +optional
	// +kubebuilder:default=true
	Dimmable bool `json:"dimmable,omitempty"`

	// +optional
	// +kubebuilder:default=0.25
	Glow float64 `json:"glow,omitempty"`
}

type Lamp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LampSpec `json:"spec,omitempty"`
}
