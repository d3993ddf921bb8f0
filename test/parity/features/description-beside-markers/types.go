// +groupName=description-beside-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type VaseSpec struct {
	// How many flowers go in.
	// +kubebuilder:validation:Minimum=1
	// At most a dozen.
	// +kubebuilder:validation:Maximum=12
	Flowers int32 `json:"flowers"`
}

type Vase struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec VaseSpec `json:"spec,omitempty"`
}
