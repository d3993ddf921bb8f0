// +groupName=deprecated-without-warning.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PhonographSpec struct {
	Wax bool `json:"wax,omitempty"`
}

// +kubebuilder:deprecatedversion
type Phonograph struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PhonographSpec `json:"spec,omitempty"`
}
