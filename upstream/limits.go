package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

const (
	// maxLineBytes limits a request and a response.
	maxLineBytes = 32 << 20
	// maxTextBytes limits one object in YAML, which is longer than JSON.
	maxTextBytes = 8 << 20
	// maxObjectBytes is the limit of the API server, which reads JSON.
	maxObjectBytes = 3 << 20
	// maxDuration is shorter than the patience of the other side, and counts where no processor time is spent.
	maxDuration = 20 * time.Second
	// defaultMemory is a soft limit; see maxMemory.
	defaultMemory = 1 << 30
)

// processorTimeFor returns the limit for a request: many times of what it needs, unless it is made to take long.
func processorTimeFor(request *Request, bytes int) time.Duration {
	base := 1500 * time.Millisecond
	if request.Operation == "kustomize" {
		// The files are not in the request.
		base = 8 * time.Second
	}
	return base + 3*time.Second*time.Duration(bytes)/(1<<20)
}

// toJSON reads an object as kubectl does, which sends JSON to the API server. JSON stays as it is: it can have characters
// that YAML does not allow, and the decoder of the API server reports fields that occur twice.
func toJSON(text string) ([]byte, error) {
	if len(text) > maxTextBytes {
		return nil, fmt.Errorf("the text has more than %d bytes", maxTextBytes)
	}
	if strings.HasPrefix(strings.TrimSpace(text), "{") && json.Valid([]byte(text)) {
		return []byte(text), nil
	}
	// The parser would silently take the first.
	documents := documentsOf(text)
	if count(documents, hasContent) > 1 {
		return nil, errors.New("the text has several documents; each must be a request of its own")
	}
	if isFollowed(documents) {
		return nil, errors.New("the text has several values; they must be separated by lines with `---`, and each must be a request of its own")
	}
	return yamlToJSON([]byte(text))
}

func count(texts []string, has func(string) bool) (total int) {
	for _, each := range texts {
		if has(each) {
			total++
		}
	}
	return total
}

// yamlToJSON refuses keys that occur twice. The strict parser counts the keys that a merge key brings too, and kubectl does
// not: such texts are searched for keys that are written twice.
func yamlToJSON(text []byte) ([]byte, error) {
	data, err := yaml.YAMLToJSONStrict(text)
	if err == nil || !strings.Contains(err.Error(), "already set in map") || !bytes.Contains(text, []byte("<<")) {
		return data, err
	}
	var document kyaml.Node
	if kyaml.Unmarshal(text, &document) != nil || repeatsKey(&document) {
		return nil, err
	}
	return yaml.YAMLToJSON(text)
}

// repeatsKey tells whether a key is written twice in a mapping. Aliases lead only to nodes that are visited anyway.
func repeatsKey(node *kyaml.Node) bool {
	if node.Kind == kyaml.MappingNode {
		seen := map[string]bool{}
		for index := 0; index < len(node.Content); index += 2 {
			key := node.Content[index]
			if key.Kind != kyaml.ScalarNode || key.Tag == "!!merge" {
				continue
			}
			if seen[key.Value] {
				return true
			}
			seen[key.Value] = true
		}
	}
	return slices.ContainsFunc(node.Content, repeatsKey)
}

// isFollowed tells whether a value in braces is followed by something else in its document, which the parser silently
// ignores.
func isFollowed(documents []string) bool {
	return slices.ContainsFunc(documents, func(document string) bool {
		if !strings.HasPrefix(firstLine(document), "{") {
			return false
		}
		decoder := kyaml.NewDecoder(strings.NewReader(document))
		var value kyaml.Node
		if decoder.Decode(&value) != nil {
			// The error is the caller's to report.
			return false
		}
		return !errors.Is(decoder.Decode(&value), io.EOF)
	})
}

// documentsOf splits a YAML stream. All texts inside a document are indented, or are no YAML with a line like those
// between documents.
func documentsOf(text string) (documents []string) {
	start := 0
	for line := 0; line >= 0; line = nextLine(text, line) {
		if isSeparator(text[line:]) {
			documents = append(documents, text[start:line])
			start = line + len("---")
		}
	}
	return append(documents, text[start:])
}

// nextLine returns where the line after the one at an offset begins, or a negative number.
func nextLine(text string, offset int) int {
	end := strings.IndexByte(text[offset:], '\n')
	if end < 0 {
		return end
	}
	return offset + end + 1
}

func isSeparator(text string) bool {
	rest, found := strings.CutPrefix(text, "---")
	return found && (rest == "" || strings.ContainsRune(" \t\r\n", rune(rest[0])))
}

func hasContent(text string) bool { return firstLine(text) != "" }

// firstLine returns the first line with content, without indentation, or nothing.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line != "..." && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "%") {
			return line
		}
	}
	return ""
}
