// +groupName=large-numbers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GalaxySpec struct {
	// +kubebuilder:validation:Minimum=-2147483648
	// +kubebuilder:validation:Maximum=2147483647
	Stars int32 `json:"stars"`
	// +kubebuilder:validation:Maximum=9007199254740991
	// +optional
	// +kubebuilder:default=4503599627370496
	Years int64 `json:"years,omitempty"`
	// +kubebuilder:validation:Maximum=0.000001
	Dust float64 `json:"dust,omitempty"`
	// +kubebuilder:validation:Minimum=1000000
	Light int64 `json:"light,omitempty"`
}

type Galaxy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GalaxySpec `json:"spec,omitempty"`
}
