import { afterAll, beforeAll, expect, it } from "vitest";

import { openEdgeCases, type EdgeCase, type EdgeCases } from "#server/code-index/testing/edge-cases.ts";

const cases: EdgeCase[] = [
  [
    "an embedded struct gives its fields and methods, the own ones come first",
    {
      "main.go": `package main
type Engine struct { Power int; Name string }
func (e Engine) Start() error { return nil }
func (e *Engine) Stop() {}
type Boat struct { *Engine; Name string }
func (b *Boat) Stop() { b.Engine.Stop() }
type Ferry struct { Boat }
func main() {
	f := Ferry{Boat: Boat{Name: "a", Engine: &Engine{Power: 1}}}
	f.Start()
	f.Stop()
	f.Power = len(f.Name)
}
`,
    },
    "main.go",
    [
      "2: int > nothing; string > nothing",
      "3: Engine > main.go:2; error > nothing",
      "4: Engine > main.go:2",
      "5: Engine > main.go:2; string > nothing",
      "6: Boat > main.go:5; b > main.go:6; Engine > main.go:5; Stop > main.go:4",
      "7: Boat > main.go:5",
      "9: Ferry > main.go:7; Boat > main.go:7; Boat > main.go:5; Name > main.go:5; Engine > main.go:5; Engine > main.go:2; Power > main.go:2",
      "10: f > main.go:9; Start > main.go:3",
      "11: f > main.go:9; Stop > main.go:6",
      "12: f > main.go:9; Power > main.go:2; len > nothing; f > main.go:9; Name > main.go:5",
    ],
  ],
  [
    "a package is all files of its folder, and tests see more than others",
    {
      "go.mod": "module example.test/yard\n",
      "hull/a.go": "package hull\n\nvar shared = New()\n\nfunc New() *Hull { return &Hull{} }\n",
      "hull/b.go":
        "package hull\n\ntype Hull struct{ depth int }\n\nfunc (h *Hull) Deep() int { return h.depth + shared.depth }\n",
      "hull/a_test.go": "package hull\n\nfunc helper() *Hull { return shared }\n",
      "hull/b_test.go": "package hull\n\nfunc check() { helper().Deep() }\n",
    },
    "hull/b_test.go",
    ["3: helper > hull/a_test.go:3; Deep > hull/b.go:5"],
  ],
  [
    "a variable of the same package in another file",
    {
      "hull/a.go": "package hull\n\nvar shared = make()\n\nfunc make() *Hull { return nil }\n",
      "hull/b.go":
        "package hull\n\ntype Hull struct{ depth int }\n\nfunc (h *Hull) Deep() int { return h.depth + shared.depth }\n",
    },
    "hull/b.go",
    [
      "3: int > nothing",
      "5: Hull > hull/b.go:3; int > nothing; h > hull/b.go:5; depth > hull/b.go:3; shared > hull/a.go:3; depth > hull/b.go:3",
    ],
  ],
  [
    "imports go by alias, by dot, by blank, and by the last word of their path",
    {
      "go.mod": "module example.test/port/v2\n",
      "dock/dock.go":
        "package dock\n\nconst Depth = 3\n\ntype Berth struct{}\n\nfunc Open() (Berth, error) { return Berth{}, nil }\n",
      "crane/crane.go": "package crane\n\nfunc Lift() {}\n",
      "main.go": `package main

import (
	. "example.test/port/v2/crane"
	d "example.test/port/v2/dock"
	_ "example.test/port/v2/dock"
	"example.test/port/v2/dock"
	yaml "gopkg.in/yaml.v3"
	"github.com/go-chi/chi/v5"
)

func main() {
	Lift()
	berth, err := d.Open()
	var other dock.Berth = berth
	yaml.Marshal(other, err, dock.Depth)
	chi.NewRouter().Get("/", nil)
}
`,
    },
    "main.go",
    [
      "5: d > dock/dock.go:1",
      "8: yaml > gopkg.in/yaml.v3",
      "13: Lift > crane/crane.go:3",
      "14: d > dock/dock.go:1; Open > dock/dock.go:7",
      "15: dock > dock/dock.go:1; Berth > dock/dock.go:5; berth > main.go:14",
      "16: yaml > gopkg.in/yaml.v3; Marshal > nothing; other > main.go:15; err > main.go:14; dock > dock/dock.go:1; Depth > dock/dock.go:3",
      "17: chi > github.com/go-chi/chi; NewRouter > nothing; Get > nothing",
    ],
  ],
  [
    ":= declares what its block does not have yet, which is seen behind it and not in its own value",
    {
      "main.go": `package main
func two() (int, error) { return 1, nil }
func main() {
	err := one()
	a, err := two()
	if err := three(a); err != nil { _ = err } else { _ = err }
	_ = err
	a = a
	for i := 0; i < a; i++ { a := i; _ = a }
	func() { a := a; _ = a }()
	switch b := a; b { case a: b := 2; _ = b }
	{ var a = a; a, err := a, err; _, _ = a, err }
	var any interface{} = a
	switch any := any.(type) { case int: _ = any }
	_ = a
}
func one() error { return nil }
func three(n int) error { return nil }
`,
    },
    "main.go",
    [
      "2: int > nothing; error > nothing",
      "4: one > main.go:17",
      "5: err > main.go:4; two > main.go:2",
      "6: three > main.go:18; a > main.go:5; err > main.go:6; err > main.go:6; err > main.go:6",
      "7: err > main.go:4",
      "8: a > main.go:5; a > main.go:5",
      "9: i > main.go:9; a > main.go:5; i > main.go:9; i > main.go:9; a > main.go:9",
      "10: a > main.go:5; a > main.go:10",
      "11: a > main.go:5; b > main.go:11; a > main.go:5; b > main.go:11",
      "12: a > main.go:5; a > main.go:12; a > main.go:12; err > main.go:4; a > main.go:12; err > main.go:12",
      "13: a > main.go:5",
      "14: any > main.go:13; int > nothing; any > main.go:14",
      "15: a > main.go:5",
      "17: error > nothing",
      "18: int > nothing; error > nothing",
    ],
  ],
  [
    "what a list, a map, a channel or a function gives",
    {
      "main.go": `package main
type Boat struct { Name string; Next *Boat }
type Fleet []Boat
type Make func() *Boat
func (f Fleet) First() Boat { return f[0] }
func main() {
	var fleet Fleet
	by := map[string]*Boat{"a": {Name: "a"}}
	all := []Boat{{Name: "b"}, {Next: nil}}
	ch := make(chan Boat)
	for _, boat := range fleet { _ = boat.Name }
	for key, boat := range by { _ = key; _ = boat.Name }
	_ = append(all, fleet.First())[0].Next
	_ = (<-ch).Name
	boat, ok := by["a"]
	_, _ = boat.Name, ok
	_ = all[1:][0].Name
	make := func() *Boat { return new(Boat) }
	_ = make().Name
	var f Make
	_ = f().Next.Name
}
`,
    },
    "main.go",
    [
      "2: string > nothing; Boat > main.go:2",
      "3: Boat > main.go:2",
      "4: Boat > main.go:2",
      "5: Fleet > main.go:3; Boat > main.go:2; f > main.go:5",
      "7: Fleet > main.go:3",
      "8: string > nothing; Boat > main.go:2; Name > main.go:2",
      "9: Boat > main.go:2; Name > main.go:2; Next > main.go:2",
      "10: make > nothing; Boat > main.go:2",
      "11: fleet > main.go:7; boat > main.go:11; Name > main.go:2",
      "12: by > main.go:8; key > main.go:12; boat > main.go:12; Name > main.go:2",
      "13: append > nothing; all > main.go:9; fleet > main.go:7; First > main.go:5; Next > main.go:2",
      "14: ch > main.go:10; Name > main.go:2",
      "15: by > main.go:8",
      "16: boat > main.go:15; Name > main.go:2; ok > main.go:15",
      "17: all > main.go:9; Name > main.go:2",
      "18: Boat > main.go:2; new > nothing; Boat > main.go:2",
      "19: make > main.go:18; Name > main.go:2",
      "20: Make > main.go:4",
      "21: f > main.go:20; Next > main.go:2; Name > main.go:2",
    ],
  ],
  [
    "a type switch and an assertion narrow, and generics name their parameters",
    {
      "main.go": `package main
type Boat struct{ Name string }
type Car struct{ Wheels int }
type Box[T any] struct{ Item T }
func (b *Box[V]) Get() V { return b.Item }
func Map[T, U any](list []T, run func(T) U) []U { var out []U; return out }
func kind(value any) {
	switch v := value.(type) {
	case *Boat:
		_ = v.Name
	case Car:
		_ = v.Wheels
	case Boat, int:
		_ = v
	}
	_ = value.(Boat).Name
	_ = Map([]Boat{}, func(b Boat) Car { return Car{Wheels: len(b.Name)} })
	box := &Box[Boat]{Item: Boat{}}
	_ = box.Get()
}
`,
    },
    "main.go",
    [
      "2: string > nothing",
      "3: int > nothing",
      "4: any > nothing; T > main.go:4",
      "5: Box > main.go:4; V > main.go:5; V > main.go:5; b > main.go:5; Item > main.go:4",
      "6: any > nothing; T > main.go:6; T > main.go:6; U > main.go:6; U > main.go:6; U > main.go:6; out > main.go:6",
      "7: any > nothing",
      "8: value > main.go:7",
      "9: Boat > main.go:2",
      "10: v > main.go:8; Name > main.go:2",
      "11: Car > main.go:3",
      "12: v > main.go:8; Wheels > main.go:3",
      "13: Boat > main.go:2; int > nothing",
      "14: v > main.go:8",
      "16: value > main.go:7; Boat > main.go:2; Name > main.go:2",
      "17: Map > main.go:6; Boat > main.go:2; Boat > main.go:2; Car > main.go:3; Car > main.go:3; Wheels > main.go:3; len > nothing; b > main.go:17; Name > main.go:2",
      "18: Box > main.go:4; Boat > main.go:2; Item > main.go:4; Boat > main.go:2",
      "19: box > main.go:18; Get > main.go:5",
    ],
  ],
  [
    "methods of interfaces, embedded ones too, and fields of a struct without a name",
    {
      "main.go": `package main
type Reader interface { Read(n int) (data []byte, err error) }
type Closer interface { Close() error }
type File interface { Reader; Closer }
var config struct { Port int; Log struct { Level int } }
func use(f File, opt ...Reader) {
	data, err := f.Read(config.Port)
	f.Close()
	opt[0].Read(config.Log.Level)
	_, _ = data, err
}
`,
    },
    "main.go",
    [
      "2: int > nothing; byte > nothing; error > nothing",
      "3: error > nothing",
      "4: Reader > main.go:2; Closer > main.go:3",
      "5: int > nothing; int > nothing",
      "6: File > main.go:4; Reader > main.go:2",
      "7: f > main.go:6; Read > main.go:2; config > main.go:5; Port > main.go:5",
      "8: f > main.go:6; Close > main.go:3",
      "9: opt > main.go:6; Read > main.go:2; config > main.go:5; Log > main.go:5; Level > main.go:5",
      "10: data > main.go:7; err > main.go:7",
    ],
  ],
];

let open: EdgeCases;
beforeAll(async () => {
  open = await openEdgeCases(cases);
});
afterAll(() => open.close());

it.each(cases)("%s", async (title, _files, _path, edges) => {
  expect(await open.edgesOf(title)).toEqual(edges);
});
