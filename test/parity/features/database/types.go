// +groupName=database.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DatabaseSpec struct {
	Name string `json:"name,omitempty"`
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port,omitempty"`
	// Such as 50G.
	StorageSize string `json:"storage-size,omitempty"`
	Image       string `json:"image,omitempty"`
	Replicas    *int32 `json:"replicas,omitempty"`
}

// +kubebuilder:resource:path=databases,shortName=db
type Database struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DatabaseSpec `json:"spec,omitempty"`
}
