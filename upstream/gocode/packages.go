package gocode

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

// findGroupVersions finds the groups and versions that packages declare.
func (p *program) findGroupVersions() {
	for folder, k := range p.packages {
		for _, each := range append([]*pkg{k}, k.beside...) {
			for _, f := range each.files {
				p.addGroupVersions(k, f)
			}
		}
		if k.groupVersion == nil {
			k.groupVersion = p.markedGroupVersion(folder)
		}
	}
}

// addGroupVersions reads the groups and versions that a file declares, `schema.GroupVersion{Group: Group, Version: "v1"}`, of
// which that with the usual name counts.
func (p *program) addGroupVersions(k *pkg, f *file) {
	for _, decl := range f.syntax.Decls {
		if general, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range general.Specs {
				each, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for index, value := range each.Values {
					isNamed := index < len(each.Names) && isAny(each.Names[index].Name, []string{"GroupVersion", "SchemeGroupVersion"})
					p.setGroupVersion(k, f, value, isNamed)
				}
			}
		}
	}
}

// setGroupVersion sets the group and version of the literals in a value.
func (p *program) setGroupVersion(k *pkg, f *file, value ast.Expr, isNamed bool) {
	ast.Inspect(value, func(node ast.Node) bool {
		literal, ok := node.(*ast.CompositeLit)
		if !ok || literal.Type == nil {
			return true
		}
		if ident := lastName(literal.Type); ident == nil || ident.Name != "GroupVersion" {
			return true
		}
		found := p.groupVersionIn(f, literal)
		if found != nil && (k.groupVersion == nil || isNamed && !k.isNamed) {
			k.groupVersion, k.isNamed = found, isNamed
		}
		return true
	})
}

func (p *program) groupVersionIn(f *file, literal *ast.CompositeLit) *GroupVersion {
	group, version := valueOf(literal, "Group"), valueOf(literal, "Version")
	if len(keysOf(literal)) == 0 && len(literal.Elts) == 2 {
		group, version = literal.Elts[0], literal.Elts[1]
	}
	if group == nil || version == nil {
		return nil
	}
	groupText, _ := p.textOf(f, group)
	versionText, _ := p.textOf(f, version)
	if groupText == "" || versionText == "" {
		return nil
	}
	return &GroupVersion{groupText, versionText}
}

var versionName = regexp.MustCompile(`^v\d+(?:(?:alpha|beta)\d+)?$`)

// markedGroupVersion returns the group of the marker `+groupName`, and the version that the package is named after.
func (p *program) markedGroupVersion(folder string) *GroupVersion {
	var names []string
	group := ""
	for _, f := range p.all {
		if path.Dir(f.path) != folder || f.isBroken {
			continue
		}
		for _, each := range p.markersIn(f, "groupName=", "versionName=") {
			key, value, _ := strings.Cut(each.Text, "=")
			if key == "versionName" {
				names = slices.Insert(names, 0, value)
			} else if group == "" {
				group = value
			}
		}
		names = append(names, f.syntax.Name.Name)
	}
	names = append(names, path.Base(folder))
	index := slices.IndexFunc(names, versionName.MatchString)
	if group == "" || index < 0 {
		return nil
	}
	return &GroupVersion{group, names[index]}
}

// markersIn returns the markers of a file whose names begin with one of several texts.
func (p *program) markersIn(f *file, prefixes ...string) (found []Marker) {
	for _, group := range f.syntax.Comments {
		for _, comment := range group.List {
			text, isLine := strings.CutPrefix(comment.Text, "//")
			if !isLine {
				continue
			}
			marker, isMarker := strings.CutPrefix(strings.TrimLeft(text, " \t"), "+")
			if !isMarker || !slices.ContainsFunc(prefixes, func(each string) bool { return strings.HasPrefix(marker, each) }) {
				continue
			}
			offset := len(comment.Text) - len(marker) - 1
			place := p.at(comment.Pos())
			place.Column += offset
			found = append(found, Marker{strings.TrimSpace(marker), place})
		}
	}
	return found
}

// webhookMethodsIn returns the methods of webhooks and conversions that have logic.
func (p *program) webhookMethodsIn(f *file) (found []WebhookMethod) {
	for decl := range functionsIn(f) {
		receiver := receiverOf(decl)
		if is := p.webhookOf(f, decl); receiver != "" && is != "" {
			found = append(found, WebhookMethod{receiver + "." + decl.Name.Name, is, p.at(decl.Pos())})
		}
	}
	return found
}

// webhookOf returns what a method is for; empty for one that only has the same name.
func (p *program) webhookOf(f *file, decl *ast.FuncDecl) string {
	parameters, results := decl.Type.Params.NumFields(), decl.Type.Results.NumFields()
	isOfKind := p.packages[f.pkg.folder].groupVersion != nil
	switch decl.Name.Name {
	case "ConvertTo", "ConvertFrom":
		return "conversion"
	case "ValidateCreate", "ValidateUpdate", "ValidateDelete":
		return "admission"
	case "Default":
		if parameters == 2 && results == 1 || parameters == 0 && results == 0 && isOfKind {
			return "admission"
		}
	case "Handle":
		if parameters == 2 && results == 1 && p.isAdmission(f, decl.Type.Results.List[0].Type) {
			return "admission"
		}
	}
	return ""
}

// isAdmission tells whether a type is one of a package of admission reviews.
func (p *program) isAdmission(f *file, of ast.Expr) bool {
	found, ok := p.nameOf(f, dereferenced(of))
	return ok && slices.Contains(strings.Split(found.path, "/"), "admission")
}

// addConversionMethods adds the methods of kinds that convert between versions.
func (p *program) addConversionMethods(f *file) {
	declared := p.packages[f.pkg.folder].groupVersion
	if declared == nil {
		return
	}
	for decl := range functionsIn(f) {
		receiver, name := receiverOf(decl), decl.Name.Name
		if receiver != "" && (name == "Hub" || name == "ConvertTo") {
			p.conversions = append(p.conversions, Conversion{name, receiver, *declared, "declared"})
		}
	}
}

// addConverters adds the converters that a file creates with `NewHubSpokeConverter` or registers with `WithConverter`, and returns
// their functions.
func (p *program) addConverters(f *file) (functions []Named) {
	if !strings.Contains(f.text, "NewHubSpokeConverter") && !strings.Contains(f.text, "WithConverter") {
		return nil
	}
	var created, registered []Named
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		each, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		if isCalled(each, "NewHubSpokeConverter") {
			created = append(created, p.hubSpokeConverter(f, each)...)
		}
		if isCalled(each, "NewWebhookManagedBy", "WebhookManagedBy") {
			registered = append(registered, p.registeredConverter(f, each)...)
		}
		return true
	})
	return append(created, registered...)
}

func (p *program) hubSpokeConverter(f *file, made *ast.CallExpr) (functions []Named) {
	if len(made.Args) == 0 {
		return nil
	}
	hub := p.typeIn(f, made.Args[0])
	if hub == nil {
		return nil
	}
	var spokes []*Type
	for _, each := range made.Args[1:] {
		spoke := callOf(each)
		if spoke == nil || len(spoke.Args) == 0 {
			continue
		}
		if kind := p.typeIn(f, spoke.Args[0]); kind != nil {
			spokes = append(spokes, kind)
		}
		for _, function := range spoke.Args[1:] {
			functions = append(functions, Named{"the conversion " + p.shortCode(f, function), p.at(function.Pos())})
		}
	}
	is := "declared"
	if len(spokes) == 0 {
		is = "registered"
	}
	p.addConversion("Hub", hub, is)
	for _, each := range spokes {
		p.addConversion("ConvertTo", each, is)
	}
	return functions
}

// registeredConverter returns the converter of the builder of a webhook, unless it is created there.
func (p *program) registeredConverter(f *file, start *ast.CallExpr) []Named {
	calls, _ := f.chainFrom(start)
	var object, converter ast.Expr
	if len(start.Args) > 1 {
		object = start.Args[1]
	}
	for _, each := range calls {
		if len(each.Args) == 0 {
			continue
		}
		if each.name == "For" && object == nil {
			object = each.Args[0]
		}
		if each.name == "WithConverter" && converter == nil {
			converter = each.Args[0]
		}
	}
	if object == nil || converter == nil {
		return nil
	}
	hub := p.typeIn(f, object)
	if made := callOf(converter); hub == nil || made != nil && isCalled(made, "NewHubSpokeConverter") {
		return nil
	}
	p.addConversion("Hub", hub, "registered")
	return []Named{{"the converter " + p.shortCode(f, converter), p.at(converter.Pos())}}
}

func (p *program) addConversion(name string, kind *Type, is string) {
	if kind.GroupVersion != nil {
		p.conversions = append(p.conversions, Conversion{name, kind.Name, *kind.GroupVersion, is})
	}
}

// answer returns what the program says.
func (p *program) answer() *Answer {
	p.findGroupVersions()
	p.findReconcilers()
	answer := &Answer{Problems: p.problems}
	for _, f := range p.files {
		answer.Controllers = append(answer.Controllers, p.controllersIn(f)...)
		p.addConversionMethods(f)
	}
	for _, each := range p.allReconcilers {
		if !p.used[each] {
			answer.Controllers = append(answer.Controllers, Controller{Position: each.Position, Receiver: each.Type, Reconciler: each})
		}
	}
	for _, f := range p.all {
		answer.Files = append(answer.Files, p.fileAnswer(f))
	}
	answer.Conversions = p.conversions
	return answer
}

func (p *program) fileAnswer(f *file) File {
	found := File{Path: f.path, Markers: p.markersIn(f, "kubebuilder:", "operator-sdk:")}
	if f.isBroken {
		return found
	}
	found.Imports = p.importsIn(f)
	found.Flags = p.flags(f)
	found.ForeignFlags = p.foreignFlagsIn(f)
	p.readManager(f, &found)
	found.Lease = p.leaseIn(f)
	found.UsualLeases = usualLeasesIn(p, f)
	found.WebhookMethods = p.webhookMethodsIn(f)
	found.Additions = p.additionsIn(f)
	found.CertificateMakers = p.certificateMakersIn(f)
	found.Converters = p.addConverters(f)
	return found
}
