// +groupName=immutable.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type FossilSpec struct {
	// +k8s:immutable
	Layer int32 `json:"layer"`
	// +k8s:immutable
	Finder string `json:"finder,omitempty"`
	Bone   Bone   `json:"bone,omitempty"`
}

type Bone struct {
	// +optional
	// +k8s:immutable
	// +kubebuilder:validation:MaxLength=30
	Name string `json:"name,omitempty"`
	// +k8s:immutable
	Left bool `json:"left"`
}

type Fossil struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FossilSpec `json:"spec"`
}
