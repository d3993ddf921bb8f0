package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// maxFileBytes limits each file that a kustomization refers to.
const maxFileBytes = 16 << 20

// projectFiles is the file system of kustomize: the regular files below one folder, and nothing else. Symbolic links
// that lead out of the folder do not exist. Other contents can lie over the files.
type projectFiles struct {
	// FileSystem is nil: a build calls none of the functions that write.
	filesys.FileSystem
	root   *os.Root
	folder string
	// over are contents by their path below the folder, with slashes.
	over map[string]string
}

func openProject(folder string, over map[string]string) (*projectFiles, error) {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	return &projectFiles{root: root, folder: real, over: over}, nil
}

func (p *projectFiles) Close() { p.root.Close() }

// within returns a path relative to the folder, with slashes; false if it is outside.
func (p *projectFiles) within(name string) (string, bool) {
	relative, err := filepath.Rel(p.folder, name)
	if err != nil || !filepath.IsLocal(relative) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

func (p *projectFiles) IsDir(name string) bool {
	relative, ok := p.within(name)
	if !ok {
		return false
	}
	if info, err := p.root.Stat(relative); err == nil {
		return info.IsDir()
	}
	for each := range p.over {
		if strings.HasPrefix(each, relative+"/") {
			return true
		}
	}
	return false
}

func (p *projectFiles) Exists(name string) bool {
	relative, ok := p.within(name)
	if !ok {
		return false
	}
	if _, ok := p.over[relative]; ok {
		return true
	}
	_, err := p.root.Stat(relative)
	return err == nil || p.IsDir(name)
}

func (p *projectFiles) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	if name == "" {
		name = "."
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.folder, name)
	}
	name = filepath.Clean(name)
	if _, ok := p.within(name); !ok {
		return "", "", fmt.Errorf("%q is outside of the project", name)
	}
	if !p.Exists(name) {
		return "", "", fmt.Errorf("%q does not exist: %w", name, fs.ErrNotExist)
	}
	// A link inside the project is resolved, so that a cycle of folders is seen as one.
	if real, err := filepath.EvalSymlinks(name); err == nil {
		if _, ok := p.within(real); ok {
			name = real
		}
	}
	if p.IsDir(name) {
		return filesys.ConfirmedDir(name), "", nil
	}
	return filesys.ConfirmedDir(filepath.Dir(name)), filepath.Base(name), nil
}

func (p *projectFiles) ReadFile(name string) ([]byte, error) {
	relative, ok := p.within(name)
	if !ok {
		return nil, fmt.Errorf("%q is outside of the project", name)
	}
	if text, ok := p.over[relative]; ok {
		return []byte(text), nil
	}
	// A pipe would wait for a writer, and a device might not end.
	info, err := p.root.Stat(relative)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file", name)
	}
	if info.Size() > maxFileBytes {
		return nil, fmt.Errorf("%q has more than %d bytes", name, maxFileBytes)
	}
	file, err := p.root.OpenFile(relative, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxFileBytes))
}

func (p *projectFiles) ReadDir(name string) ([]string, error) {
	relative, ok := p.within(name)
	if !ok {
		return nil, fmt.Errorf("%q is outside of the project", name)
	}
	entries, err := fs.ReadDir(p.root.FS(), relative)
	var names []string
	for _, each := range entries {
		names = append(names, each.Name())
	}
	return names, err
}

func (p *projectFiles) Glob(pattern string) ([]string, error) {
	relative, ok := p.within(pattern)
	if !ok {
		return nil, fmt.Errorf("%q is outside of the project", pattern)
	}
	found, err := fs.Glob(p.root.FS(), relative)
	for index, each := range found {
		found[index] = filepath.Join(p.folder, filepath.FromSlash(path.Clean(each)))
	}
	return found, err
}

func (p *projectFiles) Walk(name string, walk filepath.WalkFunc) error {
	relative, ok := p.within(name)
	if !ok {
		return fmt.Errorf("%q is outside of the project", name)
	}
	return fs.WalkDir(p.root.FS(), relative, func(each string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if entry != nil && err == nil {
			info, err = entry.Info()
		}
		return walk(filepath.Join(p.folder, filepath.FromSlash(each)), info, err)
	})
}
