// +groupName=tags-numbers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ScaleSpec weighs.
type ScaleSpec struct {
	// In grams.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=5000
	// +kubebuilder:validation:MultipleOf=5
	Load int32 `json:"load"`
	// +kubebuilder:validation:Minimum=-1
	// +kubebuilder:validation:ExclusiveMinimum=true
	// +kubebuilder:validation:Maximum=1
	// +kubebuilder:validation:ExclusiveMaximum=true
	Tilt int64 `json:"tilt,omitempty"`
	// +optional
	// +kubebuilder:default=10
	Tare int32 `json:"tare,omitempty"`
}

type Scale struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ScaleSpec `json:"spec,omitempty"`
}
