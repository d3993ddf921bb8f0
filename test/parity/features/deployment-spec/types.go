// +groupName=deployment-spec.parity.example.com
package v1

import (
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type DockyardSpec struct {
	Strategy appsv1.DeploymentStrategy         `json:"strategy,omitempty"`
	Stateful *appsv1.StatefulSetUpdateStrategy `json:"stateful,omitempty"`
	Daemon   *appsv1.DaemonSetUpdateStrategy   `json:"daemon,omitempty"`
}

type Dockyard struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DockyardSpec `json:"spec,omitempty"`
}
