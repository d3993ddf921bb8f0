// +groupName=default-empty-with-nested.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Stove struct {
	// +optional
	// +kubebuilder:default=wood
	Fuel string `json:"fuel,omitempty"`
	// +optional
	// +kubebuilder:default=2
	Plates int32 `json:"plates,omitempty"`
}

type CottageSpec struct {
	// Warm without a word.
	// +optional
	// +kubebuilder:default={}
	Stove Stove `json:"stove,omitempty"`
	// +optional
	// +kubebuilder:default={{fuel: gas}, {}}
	Spare []Stove `json:"spare,omitempty"`
}

type Cottage struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CottageSpec `json:"spec,omitempty"`
}
