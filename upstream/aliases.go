package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const (
	// maxExpandedNodes limits the nodes of a YAML file after its aliases have been replaced, as kustomize does.
	maxExpandedNodes = 1 << 20
	// maxNesting limits how deep YAML can be nested in texts of YAML, such as a patch in a transformer in a kustomization.
	// Each level is parsed once, and so the time is linear.
	maxNesting = 8
)

// expands reports whether the aliases in a file, or in a patch inside of it, expand to too many nodes. The parser itself
// accepts them: it does not replace them.
func expands(content []byte) bool {
	return expandsAt(content, maxNesting)
}

// expandsAt is expands for a text that can contain `nesting` more levels of texts.
func expandsAt(content []byte, nesting int) bool {
	if !mayHaveAliases(content) {
		return false
	}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	sizes := expandedSizes{known: map[*yaml.Node]int{}, nesting: nesting}
	total := 0
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return false
		}
		if err != nil {
			// Whoever needs YAML reports it.
			return false
		}
		// A text that is no mapping and no sequence contains no aliases, and would be parsed to itself without end.
		if isScalar(&document) {
			continue
		}
		if total += sizes.of(&document); total > maxExpandedNodes {
			return true
		}
	}
}

// mayHaveAliases saves parsing the many texts, such as shell scripts, that have these characters, but no names after them.
func mayHaveAliases(content []byte) bool {
	return anchors.Match(content) && aliases.Match(content)
}

// The parser allows only these characters in the names of anchors. In UTF-16, there is a zero before them.
var (
	anchors = regexp.MustCompile(`&\x00?[0-9A-Za-z_-]`)
	aliases = regexp.MustCompile(`\*\x00?[0-9A-Za-z_-]`)
)

func isScalar(document *yaml.Node) bool {
	return len(document.Content) == 1 && document.Content[0].Kind == yaml.ScalarNode
}

// expandedSizes computes the size of each node of a text once.
type expandedSizes struct {
	known map[*yaml.Node]int
	// nesting is how many more levels of texts the scalars can contain.
	nesting int
}

// of returns the number of nodes, or more than the maximum if there are too many.
func (s *expandedSizes) of(node *yaml.Node) int {
	if size, known := s.known[node]; known {
		return size
	}
	// An anchor that contains its own alias has no end.
	s.known[node] = maxExpandedNodes + 1
	size := 1
	switch node.Kind {
	case yaml.AliasNode:
		size = s.of(node.Alias)
	case yaml.ScalarNode:
		if s.expandsInside(node.Value) {
			size = maxExpandedNodes + 1
		}
	default:
		for _, each := range node.Content {
			size = min(size+s.of(each), maxExpandedNodes+1)
		}
	}
	s.known[node] = size
	return size
}

// expandsInside reports whether a scalar is the text of a patch that expands to too many nodes. Texts that are nested deeper
// than any kustomization needs are refused without a look.
func (s *expandedSizes) expandsInside(text string) bool {
	if s.nesting == 0 {
		return mayHaveAliases([]byte(text))
	}
	return expandsAt([]byte(text), s.nesting-1)
}
