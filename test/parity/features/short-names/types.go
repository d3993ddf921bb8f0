// +groupName=short-names.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type WindmillSpec struct {
	Blades int32 `json:"blades,omitempty"`
}

// +kubebuilder:resource:shortName=wm;mill
type Windmill struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WindmillSpec `json:"spec,omitempty"`
}
