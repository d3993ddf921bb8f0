// +groupName=keys-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RegisterSpec struct {
	// +kubebuilder:validation:XValidation:rule="self.all(key, size(key) <= 8)",message="keys have 8 characters or fewer"
	Names map[string]string `json:"names,omitempty"`
	// +kubebuilder:validation:XValidation:rule="(\"a\" in self?1:0)+(\"b\" in self?1:0) == size(self)",message="keys must be one of [\"a\",\"b\"]"
	Sides map[string]int32 `json:"sides,omitempty"`
}

type Register struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RegisterSpec `json:"spec,omitempty"`
}
