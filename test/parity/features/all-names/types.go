// +groupName=all-names.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GooseSpec struct {
	Name string `json:"name,omitempty"`
}

// +kubebuilder:resource:path=geese,singular=gander,shortName=gs;go,categories={farm,birds},scope=Namespaced
type Goose struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GooseSpec `json:"spec,omitempty"`
}
