// +groupName=x-validation.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// BalconySpec must hold.
// +kubebuilder:validation:XValidation:rule="self.least <= self.most",message="least is above most",fieldPath=".least"
// +kubebuilder:validation:XValidation:rule="!has(self.flowers) || self.flowers.size() > 0"
type BalconySpec struct {
	// +kubebuilder:validation:XValidation:rule="self != 13",messageExpression="'not ' + string(self)",reason=FieldValueForbidden
	Least int32 `json:"least"`
	// +kubebuilder:validation:XValidation:rule="self < 1000",message="too heavy",reason="FieldValueInvalid"
	Most int32 `json:"most"`
	// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || self.size() > 0",optionalOldSelf=true
	// +kubebuilder:validation:MaxLength=20
	Flowers string `json:"flowers,omitempty"`
}

type Balcony struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BalconySpec `json:"spec,omitempty"`
}
