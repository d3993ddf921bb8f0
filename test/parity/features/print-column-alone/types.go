// +groupName=print-column-alone.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LanternSpec struct {
	Oil string `json:"oil,omitempty"`
}

// +kubebuilder:printcolumn:name="Oil",type=string,JSONPath=`.spec.oil`
type Lantern struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LanternSpec `json:"spec,omitempty"`
}
