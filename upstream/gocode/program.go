package gocode

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// deepest is the largest nesting of code that is read, as for objects.
const deepest = 10_000

// Read returns what the code of an operator says about it.
//   - module is the path of the module in folder
//   - texts are those of the files, by paths that begin with folder
//   - leftOut are files of which only the markers are read, because the types in them are too costly
//   - alone are folders whose files are first read one by one, which shows the costly one
//   - reads is called with the folder or the file whose types are being found
func Read(module, folder string, texts map[string]string, leftOut, alone []string, reads func(string)) *Answer {
	p := &program{
		fset:     token.NewFileSet(),
		module:   module,
		folder:   path.Clean(folder),
		packages: map[string]*pkg{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{},
			Defs:  map[*ast.Ident]types.Object{},
			Uses:  map[*ast.Ident]types.Object{},
		},
		foreign:      map[string]*types.Package{},
		foreignTypes: map[string]map[string]bool{},
		byName:       map[string]*file{},
		used:         map[*Reconciler]bool{},
		indexed:      map[Place]bool{},
		flagsOf:      map[*file][]Flag{},
		indexesOf:    map[*ast.FuncDecl][]Index{},
		leftOut:      leftOut,
		alone:        alone,
		reads:        reads,
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		p.add(name, texts[name])
	}
	p.resolve()
	return p.answer()
}

// program is the code of an operator.
type program struct {
	fset           *token.FileSet
	module, folder string
	// all are the files, files those whose code can be read.
	all, files []*file
	byName     map[string]*file
	// packages are those of the project by their folders.
	packages map[string]*pkg
	info     *types.Info
	// foreign are packages of other modules by their paths, of which only the names in foreignTypes are known; their value
	// is whether a type is a structure.
	foreign      map[string]*types.Package
	foreignTypes map[string]map[string]bool
	problems     []Problem
	conversions  []Conversion
	// allReconcilers are in the order of the files; used are those of controllers.
	allReconcilers []*Reconciler
	used           map[*Reconciler]bool
	// indexed are the places of the indexes that controllers have.
	indexed map[Place]bool
	// flagsOf and indexesOf are read once.
	flagsOf   map[*file][]Flag
	indexesOf map[*ast.FuncDecl][]Index
	// See Read.
	leftOut, alone []string
	reads          func(string)
	// reading is the last argument of reads.
	reading string
	found
}

// file is a file of the program.
type file struct {
	path, text string
	syntax     *ast.File
	isBroken   bool
	// imports are the paths of imported packages by their names.
	imports map[string]string
	parents map[ast.Node]ast.Node
	pkg     *pkg
}

// pkg is a package of the project.
type pkg struct {
	folder, path, name string
	files              []*file
	types              *types.Package
	groupVersion       *GroupVersion
	// isNamed tells whether groupVersion has the usual name.
	isNamed bool
	// beside are the packages of the same folder with other names.
	beside []*pkg
}

// add parses a file. What is wrong with it is a problem of this file.
func (p *program) add(name, text string) {
	syntax, err := parser.ParseFile(p.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if syntax == nil {
		syntax = &ast.File{Name: ast.NewIdent("_")}
	}
	f := &file{path: name, text: text, syntax: syntax, imports: map[string]string{}}
	p.all = append(p.all, f)
	p.byName[name] = f
	if err == nil && depthOf(syntax) > deepest {
		err = fmt.Errorf("it is nested more than %d levels deep", deepest)
	}
	if err != nil {
		f.isBroken = true
		syntax.Comments = p.commentsIn(name, text)
		p.problems = append(p.problems, p.problemOf(f, err))
		return
	}
	if slices.Contains(p.leftOut, name) {
		f.isBroken = true
		return
	}
	p.files = append(p.files, f)
	folder := path.Dir(name)
	p.packageIn(folder, syntax.Name.Name).add(f)
}

// packageIn returns the package in a folder; files with another name of the package, which Go ignores, have one of their own.
func (p *program) packageIn(folder, name string) *pkg {
	first := p.packages[folder]
	if first == nil {
		first = &pkg{folder: folder, path: p.pathOf(folder), name: name}
		p.packages[folder] = first
	}
	if first.name == name {
		return first
	}
	for _, each := range first.beside {
		if each.name == name {
			return each
		}
	}
	other := &pkg{folder: folder, path: first.path, name: name}
	first.beside = append(first.beside, other)
	return other
}

// commentsIn returns the comments of a file, also behind what the parser does not understand.
func (p *program) commentsIn(name, text string) (found []*ast.CommentGroup) {
	var tokens scanner.Scanner
	tokens.Init(p.fset.AddFile(name, -1, len(text)), []byte(text), nil, scanner.ScanComments)
	for {
		pos, kind, literal := tokens.Scan()
		switch kind {
		case token.EOF:
			return found
		case token.COMMENT:
			found = append(found, &ast.CommentGroup{List: []*ast.Comment{{Slash: pos, Text: literal}}})
		}
	}
}

func (k *pkg) add(f *file) {
	k.files = append(k.files, f)
	f.pkg = k
}

func (p *program) problemOf(f *file, err error) Problem {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return Problem{Reason: err.Error(), Position: Place{File: f.path, Line: 1, Column: 1}}
	}
	at := list[0].Pos
	// Comments can give other lines.
	before := f.text[:min(at.Offset, len(f.text))]
	column := len(before) - strings.LastIndexByte(before, '\n')
	return Problem{Reason: list[0].Msg, Position: f.place(len(before), strings.Count(before, "\n")+1, column)}
}

// depthOf returns the depth of a tree.
func depthOf(root ast.Node) (largest int) {
	depth := 0
	ast.Inspect(root, func(node ast.Node) bool {
		if node == nil {
			depth--
			return false
		}
		depth++
		largest = max(largest, depth)
		return true
	})
	return largest
}

// pathOf returns the path of the package in a folder; empty without a module.
func (p *program) pathOf(folder string) string {
	if p.module == "" {
		return ""
	}
	if folder == p.folder {
		return p.module
	}
	if p.folder == "." {
		return p.module + "/" + folder
	}
	return p.module + strings.TrimPrefix(folder, p.folder)
}

// folderOf returns the folder of a package of the project.
func (p *program) folderOf(name string) (string, bool) {
	rest, found := strings.CutPrefix(name, p.module)
	if p.module == "" || !found || (rest != "" && rest[0] != '/') {
		return "", false
	}
	return path.Join(p.folder, rest), true
}

// place returns the place of an offset, whose column is one of bytes.
func (f *file) place(offset, line, column int) Place {
	if column < longestLine && offset <= len(f.text) {
		column = len(utf16.Encode([]rune(f.text[offset-column+1:offset]))) + 1
	}
	return Place{File: f.path, Line: line, Column: column}
}

// longestLine limits the lines whose columns are counted in characters: all places of a line together take quadratic time.
const longestLine = 1000

// at returns the place of a node.
func (p *program) at(pos token.Pos) Place {
	// Comments with other names of files are for compilers.
	position := p.fset.PositionFor(pos, false)
	f := p.byName[position.Filename]
	if f == nil {
		return Place{File: position.Filename, Line: position.Line, Column: position.Column}
	}
	return f.place(position.Offset, position.Line, position.Column)
}

// code returns the text of a node.
func (p *program) code(f *file, node ast.Node) string {
	from, to := p.fset.PositionFor(node.Pos(), false).Offset, p.fset.PositionFor(node.End(), false).Offset
	return f.text[min(from, len(f.text)):max(from, min(to, len(f.text)))]
}

// resolve finds what names mean.
func (p *program) resolve() {
	for _, f := range p.files {
		p.nameImports(f)
	}
	for _, f := range p.files {
		p.noteForeignTypes(f)
	}
	for _, folder := range slices.Sorted(maps.Keys(p.packages)) {
		for _, each := range append([]*pkg{p.packages[folder]}, p.packages[folder].beside...) {
			p.check(each)
		}
	}
}

var majorVersion = regexp.MustCompile(`^v\d+$`)
var gopkgVersion = regexp.MustCompile(`\.v\d+$`)

// nameImports gives each import the name of its package, which can differ from its path.
func (p *program) nameImports(f *file) {
	var used map[string]bool
	for _, spec := range f.syntax.Imports {
		name := strings.Trim(spec.Path.Value, "\"`")
		if spec.Name == nil {
			if used == nil {
				used = qualifiersIn(f.syntax)
			}
			candidates := p.namesOf(name)
			chosen := candidates[0]
			if index := slices.IndexFunc(candidates, func(each string) bool { return used[each] }); index >= 0 {
				chosen = candidates[index]
			}
			if !token.IsIdentifier(chosen) {
				chosen = "_"
			}
			spec.Name = &ast.Ident{NamePos: spec.Pos(), Name: chosen}
		}
		if _, known := f.imports[spec.Name.Name]; !known {
			f.imports[spec.Name.Name] = name
		}
	}
}

// namesOf returns the names that a package can have: that in its folder, the last part of its path, or the one before the
// version of a module.
func (p *program) namesOf(name string) []string {
	if folder, isOwn := p.folderOf(name); isOwn && p.packages[folder] != nil {
		return []string{p.packages[folder].name}
	}
	last := gopkgVersion.ReplaceAllString(path.Base(name), "")
	names := []string{last}
	if majorVersion.MatchString(last) {
		last = path.Base(path.Dir(name))
		names = append(names, last)
	}
	short := strings.TrimSuffix(strings.TrimPrefix(last, "go-"), "-go")
	return append(names, short, strings.ReplaceAll(short, "-", ""))
}

func qualifiersIn(syntax *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(syntax, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if ident, ok := selector.X.(*ast.Ident); ok {
				names[ident.Name] = true
			}
		}
		return true
	})
	return names
}

// noteForeignTypes notes the types of other modules that a file names, so that variables have them.
func (p *program) noteForeignTypes(f *file) {
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CompositeLit:
			p.noteType(f, node.Type, true)
		case *ast.Field:
			p.noteType(f, node.Type, false)
		case *ast.ValueSpec:
			p.noteType(f, node.Type, false)
		case *ast.TypeSpec:
			p.noteType(f, node.Type, false)
		case *ast.TypeAssertExpr:
			p.noteType(f, node.Type, false)
		case *ast.CallExpr:
			if isNew(node) {
				p.noteType(f, node.Args[0], true)
			}
		}
		return true
	})
}

func isNew(call *ast.CallExpr) bool {
	ident, ok := call.Fun.(*ast.Ident)
	return ok && ident.Name == "new" && len(call.Args) == 1
}

// noteType notes a type in an expression. Generic types of other modules stay unknown.
func (p *program) noteType(f *file, expr ast.Expr, isStruct bool) {
	for {
		switch each := expr.(type) {
		case *ast.StarExpr:
			expr = each.X
		case *ast.ParenExpr:
			expr = each.X
		case *ast.ArrayType:
			// A list can be one of interfaces.
			expr, isStruct = each.Elt, false
		case *ast.Ellipsis:
			expr = each.Elt
		case *ast.MapType:
			p.noteType(f, each.Key, false)
			expr, isStruct = each.Value, false
		case *ast.SelectorExpr:
			if ident, ok := each.X.(*ast.Ident); ok {
				p.noteName(f.imports[ident.Name], each.Sel.Name, isStruct)
			}
			return
		default:
			return
		}
	}
}

func (p *program) noteName(name, typeName string, isStruct bool) {
	if _, isOwn := p.folderOf(name); name == "" || isOwn {
		return
	}
	if p.foreignTypes[name] == nil {
		p.foreignTypes[name] = map[string]bool{}
	}
	p.foreignTypes[name][typeName] = p.foreignTypes[name][typeName] || isStruct
}

// Import returns a package of the project, or what is known of another one. Nothing is read for it.
func (p *program) Import(name string) (*types.Package, error) {
	if folder, isOwn := p.folderOf(name); isOwn && p.packages[folder] != nil {
		return p.check(p.packages[folder]), nil
	}
	if p.foreign[name] == nil {
		p.foreign[name] = foreignPackage(name, p.foreignTypes[name])
	}
	return p.foreign[name], nil
}

func foreignPackage(name string, named map[string]bool) *types.Package {
	made := types.NewPackage(name, "_foreign")
	for typeName, isStruct := range named {
		object := types.NewTypeName(token.NoPos, made, typeName, nil)
		var underlying types.Type = types.NewInterfaceType(nil, nil)
		if isStruct {
			underlying = types.NewStruct(nil, nil)
		}
		types.NewNamed(object, underlying, nil)
		made.Scope().Insert(object)
	}
	made.MarkComplete()
	return made
}

// check finds the types of a package and of those that it imports. Most errors are for want of other modules, and the
// others are for the compiler to report.
func (p *program) check(k *pkg) *types.Package {
	if k.types != nil {
		return k.types
	}
	k.types = types.NewPackage(k.path, k.name)
	syntax := make([]*ast.File, len(k.files))
	for index, each := range k.files {
		syntax[index] = each.syntax
	}
	if slices.Contains(p.alone, k.folder) {
		for index, each := range k.files {
			p.checkFiles(each.path, types.NewPackage(k.path, k.name), nil, syntax[index])
		}
	}
	p.checkFiles(k.folder, k.types, p.info, syntax...)
	return k.types
}

// checkFiles finds the types of files of a package. The time that it takes counts for a file or a folder.
func (p *program) checkFiles(name string, into *types.Package, info *types.Info, syntax ...*ast.File) {
	before := p.reading
	p.nowReads(name)
	defer p.nowReads(before)
	config := &types.Config{
		Importer:                 p,
		Error:                    func(error) {},
		FakeImportC:              true,
		DisableUnusedImportCheck: true,
		Sizes:                    types.SizesFor("gc", "amd64"),
	}
	_ = types.NewChecker(config, p.fset, into, info).Files(syntax)
}

func (p *program) nowReads(name string) {
	p.reading = name
	p.reads(name)
}
