package main

import (
	"path"
	"path/filepath"

	"sigs.k8s.io/kustomize/api/krusty"
)

// kustomize answers what `kustomize build` prints for a folder.
func kustomize(request *Request) Response {
	files, err := openProject(request.Root, request.Files)
	if err != nil {
		return problem("kustomize", err.Error())
	}
	defer files.Close()
	folder := filepath.Join(files.folder, filepath.FromSlash(path.Clean("/"+request.Folder)))
	options := krusty.MakeDefaultOptions()
	// As the command: sorted unless the kustomization says otherwise.
	options.Reorder = krusty.ReorderOptionUnspecified
	built, err := krusty.MakeKustomizer(options).Run(files, folder)
	if err != nil {
		return problem("kustomize", err.Error())
	}
	output, err := built.AsYaml()
	if err != nil {
		return problem("kustomize", err.Error())
	}
	return Response{Output: string(output)}
}
