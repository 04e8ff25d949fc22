import { edit, move, put, remove, type RuledRepository } from "./written-rule.ts";

/** A service in Go. */
export const ledgerService: RuledRepository = {
  files: {
    "go.mod": "module example.test/ledger\n\ngo 1.24\n",
    "go.sum": "",
    "cmd/ledger/main.go":
      'package main\n\nimport (\n\t"log"\n\n\t"example.test/ledger/internal/book"\n)\n\nfunc main() {\n\tlog.Println(book.Total())\n}\n',
    "internal/book/book.go":
      'package book\n\nimport (\n\t"context"\n\t"errors"\n)\n\nvar ErrEmpty = errors.New("empty")\n\nfunc Total() int { return 0 }\n\nfunc load(ctx context.Context) error { return ErrEmpty }\n',
    "internal/book/book_test.go":
      'package book\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tt.Parallel()\n}\n',
    "internal/store/store.go": "package store\n",
    "internal/gen/ledger.pb.go": "package gen\n\nconst Version = 1\n",
    "third_party/money/money.go": "package money\n",
    "deploy/prod.yaml": "replicas: 3\n",
  },
  rules: [
    {
      condition: "You write Go under internal/",
      instruction: "Never call `panic(`. Return an error that says what was wanted.",
      breaks: [
        [edit("internal/book/book.go", "return 0", 'panic("todo")')],
        [
          put(
            "internal/book/parse.go",
            "package book",
            "",
            "func must(err error) {",
            "\tif err != nil {",
            "\t\tpanic(err)",
            "\t}",
            "}",
          ),
        ],
        [edit("internal/store/store.go", "package store", "package store", "", "func init() { defer panic(nil) }")],
        [put("internal/deep/er/a.go", "package er", "", 'var _ = func() { panic("x") }')],
      ],
      keeps: [
        [edit("internal/book/book.go", "return 0", "return 1")],
        [edit("cmd/ledger/main.go", "log.Println", 'panic("start")\n\tlog.Println')],
      ],
    },
    {
      condition: "`func Test` is added in **/*_test.go",
      instruction: "It starts with `t.Parallel()`",
      breaks: [
        [
          edit(
            "internal/book/book_test.go",
            "\tt.Parallel()\n}",
            "\tt.Parallel()",
            "}",
            "",
            "func TestLoad(t *testing.T) {",
            "\tif load(nil) == nil {",
            '\t\tt.Fatal("none")',
            "\t}",
            "}",
          ),
        ],
        [
          put(
            "internal/store/store_test.go",
            "package store",
            "",
            'import "testing"',
            "",
            "func TestOpen(t *testing.T) {}",
          ),
        ],
        [
          put(
            "internal/store/a_test.go",
            "package store",
            "",
            "func TestA(t *testing.T) {",
            "\tt.Parallel()",
            "}",
            "",
            "func TestB(t *testing.T) {",
            "\tt.Helper()",
            "}",
          ),
        ],
        [
          put(
            "cmd/ledger/main_test.go",
            "package main",
            "",
            "func TestMain(t *testing.T) {",
            "\t// t.Parallel would race",
            "}",
          ),
        ],
      ],
      keeps: [
        [
          edit(
            "internal/book/book_test.go",
            "\tt.Parallel()\n}",
            "\tt.Parallel()",
            "}",
            "",
            "func TestLoad(t *testing.T) {",
            "\tt.Parallel()",
            "}",
          ),
        ],
        [edit("internal/book/book_test.go", "func TestTotal", "func TestTotals")],
      ],
    },
    {
      condition: "go.mod changes",
      instruction: "Also change go.sum",
      breaks: [
        [edit("go.mod", "go 1.24", "go 1.25")],
        [edit("go.mod", "go 1.24\n", "go 1.24\n\nrequire github.com/google/uuid v1.6.0\n")],
        [remove("go.mod")],
        [put("tools/go.mod", "module example.test/tools")],
      ],
      keeps: [[edit("go.mod", "go 1.24", "go 1.25"), put("go.sum", "x v1 h1:a")], [put("go.work", "go 1.24")]],
    },
    {
      condition: "Anything is changed",
      instruction: "Do not edit third_party/ or `**/*.pb.go`: both are made by tools",
      breaks: [
        [edit("third_party/money/money.go", "package money", "package money", "", "const Cent = 1")],
        [edit("internal/gen/ledger.pb.go", "Version = 1", "Version = 2")],
        [move("third_party/money/money.go", "internal/money/money.go")],
        [put("third_party/new/a.go", "package a")],
      ],
      keeps: [
        [edit("internal/book/book.go", "return 0", "return 2")],
        [put("docs/third_party.md", "third_party/ is vendored")],
      ],
    },
    {
      condition: "Production is touched in deploy/prod.yaml",
      instruction: "Two people look at it: the change also has a line in deploy/REVIEWED.md",
      breaks: [
        [edit("deploy/prod.yaml", "3", "30")],
        [remove("deploy/prod.yaml")],
        [edit("deploy/prod.yaml", "replicas: 3", "replicas: 3", "image: latest"), put("deploy/README.md", "REVIEWED")],
        [move("deploy/prod.yaml", "deploy/production.yaml")],
      ],
      keeps: [
        [edit("deploy/prod.yaml", "3", "4"), put("deploy/REVIEWED.md", "Ada, Lena")],
        [put("deploy/staging.yaml", "replicas: 1")],
      ],
    },
  ],
};
