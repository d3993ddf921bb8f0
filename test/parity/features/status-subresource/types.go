// +groupName=status-subresource.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BarometerSpec struct{}

// BarometerStatus says what it shows.
type BarometerStatus struct {
	// +optional
	HectoPascal int32 `json:"hectoPascal,omitempty"`
	Rising      bool  `json:"rising"`
}

// Barometer measures the air.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Barometer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   BarometerSpec   `json:"spec,omitempty"`
	Status BarometerStatus `json:"status,omitempty"`
}
