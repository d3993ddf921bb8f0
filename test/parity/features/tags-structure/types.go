// +groupName=tags-structure.parity.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type SatinSpec struct {
	// +kubebuilder:pruning:PreserveUnknownFields
	Open Open `json:"open,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Loose Open `json:"loose,omitempty"`
	// +kubebuilder:validation:EmbeddedResource
	Object runtime.RawExtension `json:"object,omitempty"`
	// +kubebuilder:validation:items:MaxItems=2
	Rows [][]string `json:"rows,omitempty"`
}

type Open struct {
	Thread string `json:"thread,omitempty"`
}

type Satin struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SatinSpec `json:"spec,omitempty"`
}
