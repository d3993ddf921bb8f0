// +groupName=type-marker.parity.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type RiddleSpec struct {
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	Answer apiextensionsv1.JSON `json:"answer,omitempty"`
	// +kubebuilder:validation:Type=integer
	Guess apiextensionsv1.JSON `json:"guess,omitempty"`
}

type Riddle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RiddleSpec `json:"spec,omitempty"`
}
