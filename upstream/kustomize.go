package main

import (
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	kresource "sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/yaml"
)

// kustomizing is held by a build, because kustomize keeps the OpenAPI schema of a kustomization in a global variable.
var kustomizing sync.Mutex

// kustomize answers what `kustomize build` prints for a folder.
func kustomize(_ context.Context, request *Request) Response {
	kustomizing.Lock()
	defer kustomizing.Unlock()
	files, err := openProject(request.Root, request.Files)
	if err != nil {
		return problem("kustomize", err.Error())
	}
	defer files.Close()
	folder := path.Clean("/" + request.Folder)[1:]
	// Whether the annotations of origins are ours, and not wanted in the output.
	added := false
	files.change = func(name string, text []byte) []byte {
		if path.Dir(name) == path.Clean(folder) && slices.Contains(konfig.RecognizedKustomizationFileNames(), path.Base(name)) {
			text, added = withOrigins(text)
		}
		return text
	}
	options := krusty.MakeDefaultOptions()
	// As the command: sorted unless the kustomization says otherwise.
	options.Reorder = krusty.ReorderOptionUnspecified
	built, err := krusty.MakeKustomizer(options).Run(files, filepath.Join(files.folder, filepath.FromSlash(folder)))
	response := Response{Read: files.filesRead()}
	if err == nil {
		response.Built, err = objectsOf(built, folder, added)
	}
	if err != nil {
		// The project is named as in the request, and not by its real path.
		message := strings.ReplaceAll(inOwnWords(err, files.refusal), files.folder+string(filepath.Separator), "")
		response.Problem = &Problem{Code: "kustomize", Message: message}
	}
	return response
}

// withOrigins returns a kustomization whose build annotates each object with the file that it is from, and whether that
// took a change.
func withOrigins(text []byte) ([]byte, bool) {
	var fields map[string]any
	if err := yaml.Unmarshal(text, &fields); err != nil || fields == nil {
		return text, false
	}
	metadata, _ := fields["buildMetadata"].([]any)
	if slices.Contains(metadata, any(types.OriginAnnotations)) {
		return text, false
	}
	fields["buildMetadata"] = append(metadata, types.OriginAnnotations)
	changed, err := yaml.Marshal(fields)
	if err != nil {
		return text, false
	}
	return changed, true
}

func objectsOf(built resmap.ResMap, folder string, withoutOrigins bool) ([]Built, error) {
	var objects []Built
	for _, each := range built.Resources() {
		origin, err := each.GetOrigin()
		if err != nil {
			return nil, err
		}
		if withoutOrigins {
			if err := each.SetOrigin(nil); err != nil {
				return nil, err
			}
		}
		text, err := each.AsYAML()
		if err != nil {
			return nil, err
		}
		objects = append(objects, Built{Object: string(text), File: fileOf(origin, folder)})
	}
	return objects, nil
}

// fileOf returns the file of an origin, whose paths are relative to the folder of the build.
func fileOf(origin *kresource.Origin, folder string) string {
	if origin == nil {
		return ""
	}
	name := origin.Path
	if name == "" {
		name = origin.ConfiguredIn
	}
	return path.Join(folder, filepath.ToSlash(name))
}

// addresses are those of memory, which kustomize prints for generators: they differ in each run.
var addresses = regexp.MustCompile(` ?&?\{0x[0-9a-f]+(?: 0x[0-9a-f]+)*\}`)

// inOwnWords explains a failure that is a rule of this program.
func inOwnWords(err, refusal error) string {
	message := addresses.ReplaceAllString(err.Error(), "")
	if refusal != nil {
		return refusal.Error() + ": " + message
	}
	if strings.Contains(message, "no 'git' program on path") {
		return "remote repositories are not fetched: " + message
	}
	return message
}
