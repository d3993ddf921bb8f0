// +groupName=x-validation-on-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Bounce goes up and comes down.
// +kubebuilder:validation:XValidation:rule="self % 2 == 0",message="only pairs"
type Bounce int32

// Net catches.
// +kubebuilder:validation:XValidation:rule="self.holes < 10"
type Net struct {
	Holes int32 `json:"holes"`
}

type TrampolineSpec struct {
	Day Bounce `json:"day,omitempty"`
	// At night it is lower.
	// +kubebuilder:validation:XValidation:rule="self < 8"
	Night Bounce `json:"night,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.holes > 0"
	Net Net `json:"net,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="self.metadata.name.startsWith('t')",message="its name starts with a t"
type Trampoline struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TrampolineSpec `json:"spec,omitempty"`
}
