// +groupName=default-lists.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type OrchardSpec struct {
	// +optional
	// +kubebuilder:default={apple,pear}
	Trees []string `json:"trees,omitempty"`
	// +optional
	// +kubebuilder:default={3,1,2}
	Rows []int32 `json:"rows,omitempty"`
	// +optional
	// +kubebuilder:default={}
	Hedges []string `json:"hedges,omitempty"`
	// +optional
	// +kubebuilder:default={{kind: "bee", count: 2}}
	Hives []Hive `json:"hives,omitempty"`
}

type Hive struct {
	Kind  string `json:"kind"`
	Count int32  `json:"count"`
}

type Orchard struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OrchardSpec `json:"spec,omitempty"`
}
