// +groupName=default-of-scalars.parity.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type ClepsydraSpec struct {
	// +optional
	// +kubebuilder:default="2026-01-01T00:00:00Z"
	Since metav1.Time `json:"since,omitempty"`
	// +optional
	// +kubebuilder:default="aGVsbG8="
	Secret []byte `json:"secret,omitempty"`
	// +optional
	// +kubebuilder:default=1.5
	Flow float64 `json:"flow,omitempty"`
	// +optional
	// +kubebuilder:default={a: {b: {1, 2}, c: true}}
	Free *apiextensionsv1.JSON `json:"free,omitempty"`
	// +optional
	// +kubebuilder:default={apiVersion: "v1", kind: "List"}
	Object *runtime.RawExtension `json:"object,omitempty"`
}

// +kubebuilder:resource:path=clepsydras
type Clepsydra struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ClepsydraSpec `json:"spec,omitempty"`
}
