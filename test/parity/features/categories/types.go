// +groupName=categories.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MeadowSpec struct {
	Flowers []string `json:"flowers,omitempty"`
}

// +kubebuilder:resource:categories=all;land
type Meadow struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MeadowSpec `json:"spec,omitempty"`
}
