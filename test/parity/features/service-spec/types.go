// +groupName=service-spec.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type CounterSpec struct {
	Service corev1.ServiceSpec              `json:"service"`
	Ports   []corev1.ServicePort            `json:"ports,omitempty"`
	Ingress *networkingv1.IngressSpec       `json:"ingress,omitempty"`
	Policy  *networkingv1.NetworkPolicySpec `json:"policy,omitempty"`
	Rules   []rbacv1.PolicyRule             `json:"rules,omitempty"`
}

type Counter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CounterSpec `json:"spec,omitempty"`
}
