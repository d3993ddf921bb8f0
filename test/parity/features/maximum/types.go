// +groupName=maximum.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// KilnSpec says how hot it may get.
type KilnSpec struct {
	// +kubebuilder:validation:Maximum=1300
	Degrees int32 `json:"degrees"`

	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=86400
	Seconds int64 `json:"seconds"`

	// +kubebuilder:validation:Maximum=0.75
	// +optional
	Humidity float64 `json:"humidity,omitempty"`
}

type Kiln struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KilnSpec `json:"spec"`
}
