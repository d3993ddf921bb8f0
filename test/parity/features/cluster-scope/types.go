// +groupName=cluster-scope.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ContinentSpec struct {
	Area int64 `json:"area,omitempty"`
}

// Continent is nowhere but on the globe.
// +kubebuilder:resource:scope=Cluster
type Continent struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ContinentSpec `json:"spec,omitempty"`
}
