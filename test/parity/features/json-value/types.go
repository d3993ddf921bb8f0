// +groupName=json-value.parity.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type NotebookSpec struct {
	// Anything at all.
	Page  apiextensionsv1.JSON            `json:"page"`
	Cover *apiextensionsv1.JSON           `json:"cover,omitempty"`
	Pages []apiextensionsv1.JSON          `json:"pages,omitempty"`
	Index map[string]apiextensionsv1.JSON `json:"index,omitempty"`
}

type Notebook struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NotebookSpec `json:"spec,omitempty"`
}
