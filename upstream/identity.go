package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
		Items json.RawMessage `json:"items"`
		Spec  struct {
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
		items:      object.Items,
	}
	if object.Kind == crdKind.Kind {
		identity.Defines = object.Spec.Names.Kind + "." + object.Spec.Group
	}
	return identity
}

// isList tells whether kubectl reads an object as a list: by its items, whatever its kind is.
func (i *Identity) isList() bool {
	if i == nil {
		return false
	}
	return bytes.HasPrefix(i.items, []byte("[")) || i.APIVersion == "v1" && i.Kind == "List"
}

// itemsOf returns the text of each item of a list. Those of a list such as a DeploymentList can lack their kind.
func (i *Identity) itemsOf() ([]string, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(i.items, &list); err != nil || list == nil {
		return nil, errors.New("the list has no items")
	}
	kind, isTyped := strings.CutSuffix(i.Kind, "List")
	items := []string{}
	for _, each := range list {
		var item map[string]json.RawMessage
		if err := json.Unmarshal(each, &item); err != nil || item == nil {
			return nil, fmt.Errorf("an item of the list is not an object: %.80s", each)
		}
		_, hasKind := item["kind"]
		if _, hasVersion := item["apiVersion"]; isTyped && kind != "" && !hasKind && !hasVersion {
			item["kind"], _ = json.Marshal(kind)
			item["apiVersion"], _ = json.Marshal(i.APIVersion)
			each, _ = json.Marshal(item)
		}
		items = append(items, string(each))
	}
	return items, nil
}
