// +groupName=strings-and-bools.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DoorbellSpec struct {
	Tune   string  `json:"tune"`
	Loud   bool    `json:"loud"`
	Second *string `json:"second,omitempty"`
	Silent *bool   `json:"silent,omitempty"`
}

type Doorbell struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DoorbellSpec `json:"spec,omitempty"`
}
