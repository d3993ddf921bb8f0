// +groupName=raw-extension.parity.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type ParcelSpec struct {
	Content runtime.RawExtension  `json:"content"`
	Extra   *runtime.RawExtension `json:"extra,omitempty"`
	// What else was in it.
	More []runtime.RawExtension `json:"more,omitempty"`
}

type Parcel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ParcelSpec `json:"spec,omitempty"`
}
