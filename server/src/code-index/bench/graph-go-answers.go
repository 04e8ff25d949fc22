// Prints for every name of a checkout where Go's type checker says it is declared, as tab-separated lines: path, line
// and column of the name, then those of its declaration (an empty path where that lies outside the checkout).
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf16"
)

var (
	root    string
	fset    = token.NewFileSet()
	modules = map[string]string{}
	checked = map[string]*types.Package{}
	std     = importer.ForCompiler(fset, "source", nil)
	texts   = map[string][]string{}
	out     = bufio.NewWriter(os.Stdout)
)

type local struct{}

func (local) Import(path string) (*types.Package, error) {
	for name, folder := range modules {
		if path == name || strings.HasPrefix(path, name+"/") {
			return load(filepath.Join(folder, strings.TrimPrefix(path, name)), path), nil
		}
	}
	if !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		if found, err := std.Import(path); err == nil {
			return found, nil
		}
	}
	fake := types.NewPackage(path, filepath.Base(path))
	fake.MarkComplete()
	return fake, nil
}

func config() *types.Config {
	return &types.Config{Importer: local{}, Error: func(error) {}, FakeImportC: true}
}

func parse(folder string) map[string][]*ast.File {
	packages := map[string][]*ast.File{}
	names, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range names {
		file, _ := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		isTest := strings.HasSuffix(name, "_test.go")
		key := file.Name.Name
		if isTest {
			key += " test"
		}
		packages[key] = append(packages[key], file)
	}
	return packages
}

func load(folder, path string) *types.Package {
	if found := checked[folder]; found != nil {
		return found
	}
	fake := types.NewPackage(path, filepath.Base(path))
	fake.MarkComplete()
	checked[folder] = fake
	for key, files := range parse(folder) {
		if strings.HasSuffix(key, " test") || (key == "main" && filepath.Base(path) != "main") {
			continue
		}
		found, _ := config().Check(path, fset, files, nil)
		if found != nil {
			checked[folder] = found
		}
	}
	return checked[folder]
}

func place(at token.Pos) string {
	position := fset.Position(at)
	path, err := filepath.Rel(root, position.Filename)
	if err != nil || strings.HasPrefix(path, "..") {
		return "\t\t"
	}
	lines := texts[position.Filename]
	if lines == nil {
		content, _ := os.ReadFile(position.Filename)
		lines = strings.Split(string(content), "\n")
		texts[position.Filename] = lines
	}
	column := position.Column
	if position.Line <= len(lines) && position.Column-1 <= len(lines[position.Line-1]) {
		column = len(utf16.Encode([]rune(lines[position.Line-1][:position.Column-1]))) + 1
	}
	return fmt.Sprintf("%s\t%d\t%d", path, position.Line, column)
}

func print(name *ast.Ident, object types.Object) {
	if object == nil || name.Name == "_" {
		return
	}
	if _, isPackage := object.(*types.PkgName); isPackage {
		return
	}
	target := "\t\t"
	if object.Pos().IsValid() {
		target = place(object.Pos())
	}
	fmt.Fprintf(out, "%s\t%s\n", place(name.Pos()), target)
}

func answer(folder string) {
	packages := parse(folder)
	for key, files := range packages {
		all := files
		if strings.HasSuffix(key, " test") {
			all = append(append([]*ast.File{}, files...), packages[strings.TrimSuffix(key, " test")]...)
		} else if packages[key+" test"] != nil {
			continue
		}
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		config().Check("checked", fset, all, info)
		for name, object := range info.Defs {
			print(name, object)
		}
		for name, object := range info.Uses {
			print(name, object)
		}
	}
}

func main() {
	defer out.Flush()
	root, _ = filepath.EvalSymlinks(os.Args[1])
	folders := map[string]bool{}
	filepath.Walk(root, func(path string, entry os.FileInfo, err error) error {
		if err != nil {
			return nil
		}
		if entry.IsDir() && (entry.Name() == "vendor" || entry.Name() == "testdata" || entry.Name() == ".git") {
			return filepath.SkipDir
		}
		if entry.Name() == "go.mod" {
			content, _ := os.ReadFile(path)
			if found := regexp.MustCompile(`(?m)^module\s+(\S+)`).FindSubmatch(content); found != nil {
				modules[string(found[1])] = filepath.Dir(path)
			}
		}
		if strings.HasSuffix(path, ".go") {
			folders[filepath.Dir(path)] = true
		}
		return nil
	})
	for folder := range folders {
		answer(folder)
	}
}
