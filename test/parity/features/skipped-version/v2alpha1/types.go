// +groupName=skipped-version.parity.example.com
package v2alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CometSpec struct {
	Tails []int32 `json:"tails,omitempty"`
}

// +kubebuilder:skipversion
type Comet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CometSpec `json:"spec,omitempty"`
}
