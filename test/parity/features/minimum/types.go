// +groupName=minimum.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ThermostatSpec says how warm it should be.
type ThermostatSpec struct {
	// Degrees above which it heats no more.
	// +kubebuilder:validation:Minimum=5
	Target int32 `json:"target"`

	// May be below zero.
	// +kubebuilder:validation:Minimum=-40
	Frost int64 `json:"frost"`

	// +kubebuilder:validation:Minimum=0.5
	Step float64 `json:"step"`
}

// Thermostat holds a room at a temperature.
type Thermostat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ThermostatSpec `json:"spec"`
}
