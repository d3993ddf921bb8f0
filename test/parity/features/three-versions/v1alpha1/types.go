// +groupName=three-versions.parity.example.com
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RocketSpec struct {
	Fuel string `json:"fuel,omitempty"`
}

// +kubebuilder:unservedversion
type Rocket struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RocketSpec `json:"spec,omitempty"`
}
