package main

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/apis/core"
)

// The storage of Services keeps what was allocated before and fills in linked fields, before its strategy is asked.

// prepareService is called with a nil `old` for a new Service.
func prepareService(object, old runtime.Object) {
	service := &object.(*core.Service).Spec
	defer allocateHealthCheck(service)
	if old == nil {
		if service.ClusterIP != "" && len(service.ClusterIPs) == 0 {
			service.ClusterIPs = []string{service.ClusterIP}
		}
		return
	}
	before := &old.(*core.Service).Spec
	linkClusterIPs(service, before)
	if hasClusterIP(service) && hasClusterIP(before) {
		keepClusterIPs(service, before)
	}
	if hasNodePorts(service) && hasNodePorts(before) {
		keepNodePorts(service, before)
	}
	if checksHealth(service) && checksHealth(before) && service.HealthCheckNodePort == 0 {
		service.HealthCheckNodePort = before.HealthCheckNodePort
	}
}

// firstNodePort is the first port that an API server allocates unless it is configured otherwise.
const firstNodePort = 30000

// allocateHealthCheck sets the only allocated field that is required.
func allocateHealthCheck(service *core.ServiceSpec) {
	if checksHealth(service) && service.HealthCheckNodePort == 0 {
		service.HealthCheckNodePort = firstNodePort
	}
}

// linkClusterIPs follows a client that has changed one of the two fields, because it knows only that one.
func linkClusterIPs(service, before *core.ServiceSpec) {
	isSame := slices.Equal(service.ClusterIPs, before.ClusterIPs)
	switch {
	case service.ClusterIP == before.ClusterIP:
		if len(service.ClusterIPs) == 0 {
			service.ClusterIPs = before.ClusterIPs
		}
	case isSame && service.ClusterIP == "":
		service.ClusterIPs = nil
	case isSame:
		service.ClusterIPs = []string{service.ClusterIP}
	}
}

func keepClusterIPs(service, before *core.ServiceSpec) {
	if service.ClusterIP == "" {
		service.ClusterIP = before.ClusterIP
	}
	if len(service.ClusterIPs) == 0 {
		service.ClusterIPs = before.ClusterIPs
	}
}

// keepNodePorts keeps the node port of each port by its name, unless another port has it now.
func keepNodePorts(service, before *core.ServiceSpec) {
	kept := map[string]int32{}
	for _, port := range before.Ports {
		kept[port.Name] = port.NodePort
	}
	taken := map[int32]bool{}
	for _, port := range service.Ports {
		taken[port.NodePort] = true
	}
	for index := range service.Ports {
		port := &service.Ports[index]
		if number := kept[port.Name]; port.NodePort == 0 && !taken[number] {
			port.NodePort = number
		}
	}
}

func hasClusterIP(service *core.ServiceSpec) bool {
	return service.Type != core.ServiceTypeExternalName
}

func hasNodePorts(service *core.ServiceSpec) bool {
	if service.Type == core.ServiceTypeLoadBalancer {
		return service.AllocateLoadBalancerNodePorts == nil || *service.AllocateLoadBalancerNodePorts
	}
	return service.Type == core.ServiceTypeNodePort
}

func checksHealth(service *core.ServiceSpec) bool {
	return service.Type == core.ServiceTypeLoadBalancer && service.ExternalTrafficPolicy == core.ServiceExternalTrafficPolicyLocal
}

// finishService removes what a Service does not have when it is read.
func finishService(object runtime.Object) {
	if service := &object.(*core.Service).Spec; service.Type == core.ServiceTypeExternalName {
		service.InternalTrafficPolicy = nil
	}
}
