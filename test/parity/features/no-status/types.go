// +groupName=no-status.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PebbleSpec struct {
	Grams int64 `json:"grams"`
}

type Pebble struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PebbleSpec `json:"spec,omitempty"`
}
