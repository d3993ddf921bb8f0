package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const (
	// maxFileBytes limits each file that a kustomization refers to.
	maxFileBytes = 16 << 20
	// maxReadBytes and maxReads limit a build: overlays that use one base twice double the work with each layer.
	maxReadBytes = 64 << 20
	maxReads     = 10_000
)

// projectFiles is the file system of kustomize: the regular files below one folder, and nothing else. Symbolic links
// that lead out of the folder do not exist, nor does anything of Git. Other contents can lie over the files.
type projectFiles struct {
	// FileSystem is empty and in memory. It has the functions that write, which a build calls only to clean up.
	filesys.FileSystem
	root   *os.Root
	folder string
	// over are contents by their path below the folder, with slashes.
	over map[string]string
	// change returns the contents of a file as kustomize reads them; nil for no change.
	change func(name string, text []byte) []byte
	// asked are the paths of the files that were to be read.
	asked map[string]bool
	// reads and readBytes count what has been read.
	reads, readBytes int
	// refusal is the first file that was not read because of a limit. kustomize says that such a file does not exist.
	refusal error
}

func openProject(folder string, over map[string]string) (*projectFiles, error) {
	if !filepath.IsAbs(folder) {
		return nil, fmt.Errorf("the root %q is not an absolute path", folder)
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	return &projectFiles{
		FileSystem: filesys.MakeFsInMemory(),
		root:       root,
		folder:     real,
		over:       over,
		asked:      map[string]bool{},
	}, nil
}

func (p *projectFiles) Close() { p.root.Close() }

// RemoveAll removes the empty folder that kustomize made for a clone. Of the project nothing is removed.
func (p *projectFiles) RemoveAll(name string) error {
	if _, ok := p.within(name); ok {
		return fmt.Errorf("%q is not removed", name)
	}
	return os.Remove(name)
}

// filesRead returns the paths of all files that were read, or were to be read, below the folder, with slashes.
func (p *projectFiles) filesRead() []string { return slices.Sorted(maps.Keys(p.asked)) }

// within returns a path relative to the folder, with slashes; false if it is outside.
func (p *projectFiles) within(name string) (string, bool) {
	relative, err := filepath.Rel(p.folder, name)
	if err != nil || !filepath.IsLocal(relative) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

// locate returns a path relative to the folder, with slashes, of what can exist for a build.
func (p *projectFiles) locate(name string) (string, error) {
	relative, ok := p.within(name)
	if !ok {
		return "", fmt.Errorf("%q is outside of the project", name)
	}
	if p.isHidden(relative) {
		return "", fmt.Errorf("%q does not exist: %w", name, fs.ErrNotExist)
	}
	return relative, nil
}

// isHidden tells whether a path is in a folder `.git`, directly or through a link: there can be credentials in it, which a
// hostile kustomization would put in an object.
func (p *projectFiles) isHidden(relative string) bool {
	if inGit(relative) {
		return true
	}
	real, err := filepath.EvalSymlinks(filepath.Join(p.folder, filepath.FromSlash(relative)))
	if err != nil {
		return false
	}
	resolved, ok := p.within(real)
	return ok && inGit(resolved)
}

// inGit tells whether a component of a path is `.git` on any file system: case does not matter on some, and Windows
// ignores dots and spaces at the end, has streams after colons, and short names.
func inGit(relative string) bool {
	for component := range strings.SplitSeq(relative, "/") {
		component, _, _ = strings.Cut(component, ":")
		component = strings.ToLower(strings.TrimRight(component, ". "))
		if component == ".git" || component == "git~1" {
			return true
		}
	}
	return false
}

func (p *projectFiles) IsDir(name string) bool {
	relative, err := p.locate(name)
	if err != nil {
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
	relative, err := p.locate(name)
	if err != nil {
		return false
	}
	if _, ok := p.over[relative]; ok {
		return true
	}
	_, err = p.root.Stat(relative)
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

// ReadFile returns the content of a file, unless its aliases would expand to many times its size.
func (p *projectFiles) ReadFile(name string) ([]byte, error) {
	content, err := p.read(name)
	if err != nil {
		return nil, err
	}
	p.reads++
	p.readBytes += len(content)
	if p.reads > maxReads || p.readBytes > maxReadBytes {
		return nil, p.refuse(fmt.Errorf("the kustomization reads more than %d files or %d bytes", maxReads, maxReadBytes))
	}
	if expands(content) {
		return nil, p.refuse(fmt.Errorf("%q contains excessive aliasing", name))
	}
	return content, nil
}

func (p *projectFiles) refuse(err error) error {
	if p.refusal == nil {
		p.refusal = err
	}
	return err
}

func (p *projectFiles) read(name string) ([]byte, error) {
	relative, err := p.locate(name)
	if err != nil {
		return nil, err
	}
	p.asked[relative] = true
	text, err := p.textOf(name, relative)
	if err == nil && p.change != nil {
		text = p.change(relative, text)
	}
	return text, err
}

func (p *projectFiles) textOf(name, relative string) ([]byte, error) {
	if text, ok := p.over[relative]; ok {
		return []byte(text), nil
	}
	// A pipe would wait for a writer, and a device might not end.
	info, err := p.root.Stat(relative)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, p.refuse(fmt.Errorf("%q is not a regular file", name))
	}
	if info.Size() > maxFileBytes {
		return nil, p.refuse(fmt.Errorf("%q has more than %d bytes", name, maxFileBytes))
	}
	file, err := p.root.OpenFile(relative, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxFileBytes))
}

func (p *projectFiles) ReadDir(name string) ([]string, error) {
	relative, err := p.locate(name)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(p.root.FS(), relative)
	var names []string
	for _, each := range entries {
		if !p.isHidden(path.Join(relative, each.Name())) {
			names = append(names, each.Name())
		}
	}
	return names, err
}

func (p *projectFiles) Glob(pattern string) ([]string, error) {
	relative, err := p.locate(pattern)
	if err != nil {
		return nil, err
	}
	found, err := fs.Glob(p.root.FS(), relative)
	found = slices.DeleteFunc(found, p.isHidden)
	for index, each := range found {
		found[index] = filepath.Join(p.folder, filepath.FromSlash(path.Clean(each)))
	}
	return found, err
}

func (p *projectFiles) Walk(name string, walk filepath.WalkFunc) error {
	relative, err := p.locate(name)
	if err != nil {
		return err
	}
	return fs.WalkDir(p.root.FS(), relative, func(each string, entry fs.DirEntry, err error) error {
		if p.isHidden(each) {
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		var info fs.FileInfo
		if entry != nil && err == nil {
			info, err = entry.Info()
		}
		return walk(filepath.Join(p.folder, filepath.FromSlash(each)), info, err)
	})
}
