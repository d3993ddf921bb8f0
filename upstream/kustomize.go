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
	"sigs.k8s.io/kustomize/kyaml/resid"
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
	built, added, err := build(files, folder, unchanged)
	response := Response{Read: files.filesRead()}
	if err == nil {
		response.Built, err = objectsOf(built, origins{folder: folder, added: added, unpatched: func() resmap.ResMap {
			return buildUnpatched(request, folder)
		}})
	}
	if err != nil {
		// The project is named as in the request, and not by its real path.
		message := strings.ReplaceAll(inOwnWords(err, files.refusal), files.folder+string(filepath.Separator), "")
		response.Problem = &Problem{Code: "kustomize", Message: message}
	}
	return response
}

// build builds a folder with annotations of origins. It tells whether they are ours, and not wanted in the output.
func build(files *projectFiles, folder string, change func(text []byte) []byte) (resmap.ResMap, bool, error) {
	added := false
	files.change = func(name string, text []byte) []byte {
		if !slices.Contains(konfig.RecognizedKustomizationFileNames(), path.Base(name)) {
			return text
		}
		text = change(text)
		if path.Dir(name) == path.Clean(folder) {
			text, added = withOrigins(text)
		}
		return text
	}
	options := krusty.MakeDefaultOptions()
	// As the command: sorted unless the kustomization says otherwise.
	options.Reorder = krusty.ReorderOptionUnspecified
	built, err := krusty.MakeKustomizer(options).Run(files, filepath.Join(files.folder, filepath.FromSlash(folder)))
	return built, added, err
}

func unchanged(text []byte) []byte { return text }

// buildUnpatched builds a folder as if no kustomization had patches, which can replace all annotations of an object; nil
// where that fails.
func buildUnpatched(request *Request, folder string) resmap.ResMap {
	files, err := openProject(request.Root, request.Files)
	if err != nil {
		return nil
	}
	defer files.Close()
	built, _, err := build(files, folder, withoutPatches)
	if err != nil {
		return nil
	}
	return built
}

// patching are the fields of a kustomization that can replace the annotations of an object.
var patching = []string{"patches", "patchesStrategicMerge", "patchesJson6902", "replacements", "vars"}

func withoutPatches(text []byte) []byte {
	var fields map[string]any
	if err := yaml.Unmarshal(text, &fields); err != nil {
		return text
	}
	count := len(fields)
	for _, each := range patching {
		delete(fields, each)
	}
	if len(fields) == count {
		return text
	}
	changed, err := yaml.Marshal(fields)
	if err != nil {
		return text
	}
	return changed
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

// origins finds the files that the objects of a build are from.
type origins struct {
	folder string
	// added tells whether the annotations of origins are not wanted in the output.
	added bool
	// unpatched builds the folder without patches.
	unpatched func() resmap.ResMap
	// known are the files by the objects of that build; nil before it is needed.
	known map[resid.ResId]string
}

func objectsOf(built resmap.ResMap, from origins) ([]Built, error) {
	var objects []Built
	for _, each := range built.Resources() {
		origin, err := each.GetOrigin()
		if err != nil {
			return nil, err
		}
		file := fileOf(origin, from.folder)
		if file == "" {
			file = from.fileWithoutPatches(each)
		}
		if from.added {
			if err := each.SetOrigin(nil); err != nil {
				return nil, err
			}
		}
		text, err := each.AsYAML()
		if err != nil {
			return nil, err
		}
		objects = append(objects, Built{Object: string(text), File: file})
	}
	return objects, nil
}

// fileWithoutPatches returns the file of the object that has the same name without patches; empty if there is none.
func (o *origins) fileWithoutPatches(object *kresource.Resource) string {
	if o.known == nil {
		o.known = map[resid.ResId]string{}
		if built := o.unpatched(); built != nil {
			for _, each := range built.Resources() {
				if origin, err := each.GetOrigin(); err == nil {
					o.known[withoutVersion(each)] = fileOf(origin, o.folder)
				}
			}
		}
	}
	return o.known[withoutVersion(object)]
}

func withoutVersion(object *kresource.Resource) resid.ResId {
	id := object.CurId()
	id.Version = ""
	return id
}

// fileOf returns the file of an origin, whose paths are relative to the folder of the build; empty if a patch has replaced the
// annotation: then kustomize takes the object for one that the patch creates.
func fileOf(origin *kresource.Origin, folder string) string {
	if origin == nil || origin.Path == "" && strings.HasSuffix(origin.ConfiguredBy.Kind, "Transformer") {
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
