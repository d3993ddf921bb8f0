// +groupName=generic-base.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BakerySpec struct {
	// What leaves the oven.
	Output Bread `json:"output"`
	// +optional
	// +kubebuilder:default=6
	Hour int32 `json:"hour,omitempty"`
}

type Bread struct {
	Rye bool `json:"rye,omitempty"`
}

type Bakery struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BakerySpec `json:"spec,omitempty"`
}
