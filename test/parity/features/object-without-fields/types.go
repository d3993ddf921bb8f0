// +groupName=object-without-fields.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type VoidSpec struct {
	// +kubebuilder:pruning:PreserveUnknownFields
	Anything Nothing `json:"anything,omitempty"`
}

type Nothing struct{}

type Void struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec VoidSpec `json:"spec,omitempty"`
}
