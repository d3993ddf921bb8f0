// +groupName=my-own-shell.parity.example.com
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// MyOwnShellSpec says how many shells there are.
type MyOwnShellSpec struct {
	Size int32 `json:"size"`
}

type MyOwnShellStatus struct {
	Nodes []string `json:"nodes,omitempty"`
}

// +kubebuilder:subresource:status
type MyOwnShell struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   MyOwnShellSpec   `json:"spec,omitempty"`
	Status MyOwnShellStatus `json:"status,omitempty"`
}
