// +groupName=tags-validations.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// HingeSpec turns.
// +kubebuilder:validation:XValidation:rule="self.left != self.right",message="one of each"
type HingeSpec struct {
	// +k8s:immutable
	Left int32 `json:"left"`
	// +k8s:immutable
	Right int32 `json:"right,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self >= oldSelf",reason=FieldValueInvalid
	Turns int64 `json:"turns"`
	// +kubebuilder:title="Screws"
	// +kubebuilder:externalDocs:url="https://hinges.example.com"
	// +kubebuilder:example=4
	Screws int32 `json:"screws,omitempty"`
}

type Hinge struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HingeSpec `json:"spec,omitempty"`
}
