// +groupName=immutable-compounds.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MonumentSpec struct {
	// +k8s:immutable
	// +kubebuilder:validation:MaxItems=3
	Names []string `json:"names"`
	// +k8s:immutable
	Base Base `json:"base"`
	// +k8s:immutable
	Words map[string]string `json:"words,omitempty"`
}

type Base struct {
	Height int32 `json:"height"`
}

type Monument struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MonumentSpec `json:"spec"`
}
