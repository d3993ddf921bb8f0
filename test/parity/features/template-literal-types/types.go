// +groupName=template-literal-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ScarfSpec struct {
	// +kubebuilder:validation:Pattern=`^yarn-.*$`
	Yarn string `json:"yarn"`
}

// +kubebuilder:resource:path=scarves
type Scarf struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ScarfSpec `json:"spec,omitempty"`
}
