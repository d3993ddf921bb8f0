package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// settings is the configuration of a process.
type settings struct {
	// Folder is the absolute path of the folder of the process, which has to exist.
	Folder string `json:"folder"`
	// Lifetime in seconds; 0 if it has no end.
	Lifetime int `json:"lifetime,omitempty"`
	// Kubeconfig is the path of the administrator's kubeconfig. All parts but etcd need it.
	Kubeconfig string `json:"kubeconfig,omitempty"`

	Etcd *etcdSettings `json:"etcd,omitempty"`
	// Flags of these programs, as `--name=value`.
	APIServer         flags `json:"apiServer,omitempty"`
	ControllerManager flags `json:"controllerManager,omitempty"`
	Scheduler         flags `json:"scheduler,omitempty"`

	Nodes *nodeSettings `json:"nodes,omitempty"`

	folder os.FileInfo
}

type flags []string

func readSettings(path string) (*settings, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	var read settings
	if err := decoder.Decode(&read); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if read.folder, err = os.Stat(read.Folder); err != nil {
		return nil, err
	}
	return &read, nil
}

func (s *settings) needsKubeconfig() bool {
	return s.APIServer != nil || s.ControllerManager != nil || s.Scheduler != nil || s.Nodes != nil
}

// partsOf returns the parts in the order in which they are started. All flags are read before the first part starts: the
// feature gates of a process are shared, and can be set once.
func partsOf(settings *settings) ([]part, error) {
	if settings.Kubeconfig == "" && settings.needsKubeconfig() {
		return nil, errors.New("kubeconfig is missing")
	}
	var parts []part
	var unread []string
	add := func(name string, made part, err error) {
		made.name = name
		parts = append(parts, made)
		if err != nil {
			unread = append(unread, name+": "+err.Error())
		}
	}
	if settings.Etcd != nil {
		made, err := etcdPart(settings.Etcd)
		add("etcd", made, err)
	}
	if settings.APIServer != nil {
		made, err := apiServerPart(settings.APIServer, settings.Kubeconfig)
		add("apiServer", made, err)
	}
	if settings.ControllerManager != nil {
		made, err := controllerManagerPart(settings.ControllerManager)
		add("controllerManager", made, err)
	}
	if settings.Scheduler != nil {
		made, err := schedulerPart(settings.Scheduler)
		add("scheduler", made, err)
	}
	if settings.Nodes != nil {
		made, err := nodesPart(settings.Kubeconfig, settings.Nodes)
		add("nodes", made, err)
	}
	if len(unread) > 0 {
		return nil, errors.New(strings.Join(unread, "; "))
	}
	if len(parts) == 0 {
		return nil, errors.New("there is no part to start")
	}
	return parts, setFeatureGates()
}
