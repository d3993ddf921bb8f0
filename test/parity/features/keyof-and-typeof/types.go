// +groupName=keyof-and-typeof.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PaletteSpec struct {
	// +kubebuilder:validation:Enum=red;green
	First string `json:"first"`
	// +kubebuilder:validation:Enum="#f00";"#0f0"
	Code string `json:"code,omitempty"`
}

type Palette struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PaletteSpec `json:"spec,omitempty"`
}
