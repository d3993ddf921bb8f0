// +groupName=inferred-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CuckooSpec struct {
	// +optional
	// +kubebuilder:default=noon
	Calls string `json:"calls,omitempty"`
	// +optional
	// +kubebuilder:default=true
	Wooden bool `json:"wooden,omitempty"`
	// +optional
	// +kubebuilder:default={oak}
	Trees []string `json:"trees,omitempty"`
}

type Cuckoo struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CuckooSpec `json:"spec,omitempty"`
}
