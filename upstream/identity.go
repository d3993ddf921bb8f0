package main

import (
	"encoding/json"
	"fmt"
)

// identityOf returns the identity of an object, or nil for any other value.
func identityOf(data []byte) *Identity {
	var object struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"metadata"`
		Spec struct {
			Group string `json:"group"`
			Names struct {
				Kind string `json:"kind"`
			} `json:"names"`
		} `json:"spec"`
	}
	// An object of another kind can have another `spec`. The fields before it are read nevertheless.
	_ = json.Unmarshal(data, &object)
	if object.Kind == "" {
		return nil
	}
	identity := &Identity{
		APIVersion: object.APIVersion,
		Kind:       object.Kind,
		Namespace:  object.Metadata.Namespace,
		Name:       object.Metadata.Name,
	}
	if object.Kind == crdKind.Kind {
		identity.Defines = object.Spec.Names.Kind + "." + object.Spec.Group
	}
	return identity
}

// isList tells whether an object is a list as kubectl reads and prints it.
func isList(identity *Identity) bool {
	return identity != nil && identity.APIVersion == "v1" && identity.Kind == "List"
}

// itemsOf returns the text of each item of a list.
func itemsOf(data []byte) ([]string, error) {
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("the items of the List cannot be read: %w", err)
	}
	var items []string
	for _, each := range list.Items {
		items = append(items, string(each))
	}
	return items, nil
}
