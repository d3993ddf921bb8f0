// +groupName=default-required.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TurnstileSpec struct {
	// Required and with a default: the server fills it in before it looks.
	// +kubebuilder:default=2
	Arms int32 `json:"arms"`
}

type Turnstile struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TurnstileSpec `json:"spec,omitempty"`
}
