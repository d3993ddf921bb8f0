// +groupName=root-fields.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Keystone holds without a spec.
type Keystone struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Above the door.
	Arch string            `json:"arch"`
	Data map[string]string `json:"data,omitempty"`
}
