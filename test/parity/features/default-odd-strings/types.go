// +groupName=default-odd-strings.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SamplerSpec struct {
	// +optional
	// +kubebuilder:default="true"
	Word string `json:"word,omitempty"`
	// +optional
	// +kubebuilder:default="12"
	Digits string `json:"digits,omitempty"`
	// +optional
	// +kubebuilder:default=""
	Empty string `json:"empty,omitempty"`
	// +optional
	// +kubebuilder:default="a, b; {c} \"d\""
	Signs string `json:"signs,omitempty"`
	// +optional
	// +kubebuilder:default=-3
	Below int32 `json:"below,omitempty"`
	// +optional
	// +kubebuilder:default=false
	Off bool `json:"off"`
	// +optional
	// +kubebuilder:default=0
	Zero int64 `json:"zero"`
}

type Sampler struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SamplerSpec `json:"spec,omitempty"`
}
