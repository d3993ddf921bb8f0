// +groupName=list-type-set.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type HerbariumSpec struct {
	// Every plant once.
	// +listType=set
	Plants []string `json:"plants"`

	// +listType=set
	// +kubebuilder:validation:MaxItems=12
	Months []int32 `json:"months,omitempty"`
}

// +kubebuilder:resource:path=herbariums
type Herbarium struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HerbariumSpec `json:"spec,omitempty"`
}
