package gocode

import "strconv"

// importsIn returns the folders of the packages of the project that a file imports.
func (p *program) importsIn(f *file) (found []string) {
	for _, each := range f.syntax.Imports {
		name, err := strconv.Unquote(each.Path.Value)
		if folder, isOwn := p.folderOf(name); err == nil && isOwn {
			found = append(found, folder)
		}
	}
	return found
}
