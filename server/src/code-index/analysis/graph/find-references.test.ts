import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { buildTestGraph, type TestGraph } from "#server/code-index/testing/build-test-graph.ts";

let graph: TestGraph;
beforeAll(async () => {
  graph = await buildTestGraph({
    "ts/ship.ts": `export interface Ship { dock(port: string): void }
export class Ferry implements Ship { dock(port: string): void { port; } }
export class Night extends Ferry { dock(): void { super.dock(""); } }
export default function launch(): Ship { return new Ferry(); }
export const capacity = 3;
export function pack(size: number): number;
export function pack(size: string): string;
export function pack(size: never) { return size; }
`,
    "ts/index.ts": 'export { Ferry as Liner, default as start } from "./ship";\nexport * from "./ship";\n',
    "ts/main.ts": `import begin, { capacity as room } from "./ship";
import { Liner, start, pack } from "./index";
import * as all from "./index";
begin().dock("a");
start().dock("b");
new Liner().dock("c");
all.capacity + room;
pack(1) + pack("a");
export type Made = Liner | all.Night;
const { capacity } = all;
`,
    "ts/guess.ts": "export const go = (thing: any) => { thing.dock(); thing['dock'](); return 'dock'; };\n",
    "ts/other.ts": "class Shelf { dock() {} }\nnew Shelf().dock();\nconst capacity = 4;\ncapacity;\n",
    "py/fleet/__init__.py": "from .ships import Barge as Carrier\n",
    "py/fleet/ships.py": `class Barge:
    load = 0
    def fill(self, tons):
        self.load += tons
        return self
class Raft(Barge):
    def fill(self, tons): return super().fill(tons)
`,
    "py/main.py": `from fleet import Carrier
from fleet.ships import Raft
Carrier().fill(tons=1).load
Raft().fill(2)
`,
    "py/anything.py": `from typing import Any
class Crate:
    def heave(self): pass
    def stack(self): pass
def one(thing: Any): thing.heave()
def two(thing: str): thing.stack()
`,
    "go/go.mod": "module example.test/go\n",
    "go/tug/tug.go": "package tug\n\ntype Tug struct{ Rope int }\n\nfunc (t *Tug) Tow() *Tug { t.Rope++; return t }\n",
    "go/tug/tug_test.go": "package tug\n\nfunc check() { (&Tug{Rope: 1}).Tow() }\n",
    "go/main.go": `package main

import "example.test/go/tug"

type Pair struct{ tug.Tug }

func main() {
	p := Pair{}
	p.Tow().Tow()
	_ = p.Tug.Rope
}
`,
    "cs/Yard.cs": "public class Yard {\n  public Yard Open() { return this; }\n}\n",
    "cs/Use.cs":
      "class Use {\n  Yard Yard = new Yard();\n  void Go() { Yard.Open(); var made = new Yard(); made.Open(); }\n}\n",
  });
});
afterAll(() => graph.close());

describe("all uses of", () => {
  it.each<[string, string, string, string[]]>([
    ["an interface's method, with those that fill it", "ts/ship.ts", "{ |dock(port: string): void }\nexport class F", [
      "ts/main.ts:4 call", "ts/main.ts:5 call", "ts/main.ts:6 call", "ts/ship.ts:1 declaration",
      "ts/ship.ts:2 declaration", "ts/ship.ts:3 declaration", "ts/ship.ts:3 call",
    ]],
    ["a class under every name that it is given", "ts/ship.ts", "class |Ferry", [
      "ts/index.ts:1 import", "ts/index.ts:1 import", "ts/main.ts:2 import", "ts/main.ts:6 call", "ts/main.ts:9 type",
      "ts/ship.ts:2 declaration", "ts/ship.ts:3 read", "ts/ship.ts:4 call",
    ]],
    ["a default export, whatever it is called where it is imported", "ts/ship.ts", "function |launch", [
      "ts/index.ts:1 import", "ts/index.ts:1 import", "ts/main.ts:1 import", "ts/main.ts:2 import", "ts/main.ts:4 call",
      "ts/main.ts:5 call", "ts/ship.ts:4 declaration",
    ]],
    ["a constant, through a namespace and another name, without its namesakes", "ts/ship.ts", "const |capacity", [
      "ts/main.ts:1 import", "ts/main.ts:1 import", "ts/main.ts:7 read", "ts/main.ts:7 read", "ts/ship.ts:5 declaration",
    ]],
    ["a function, whichever of its signatures is asked about", "ts/ship.ts", "function |pack(size: string)", [
      "ts/main.ts:2 import", "ts/main.ts:8 call", "ts/main.ts:8 call", "ts/ship.ts:6 declaration", "ts/ship.ts:7 declaration",
      "ts/ship.ts:8 declaration",
    ]],
    ["a parameter, in its own function alone", "ts/ship.ts", "implements Ship { dock(|port", ["ts/ship.ts:2 declaration", "ts/ship.ts:2 read"]],
    ["a Python class that its package gives another name", "py/fleet/ships.py", "class |Barge", [
      "py/fleet/__init__.py:1 import", "py/fleet/__init__.py:1 import", "py/fleet/ships.py:1 declaration", "py/fleet/ships.py:6 type",
      "py/main.py:1 import", "py/main.py:3 call",
    ]],
    ["a Python method, without the one that is put in its place", "py/fleet/ships.py", "def |fill(self, tons):\n        self", [
      "py/fleet/ships.py:3 declaration", "py/fleet/ships.py:7 call", "py/main.py:3 call",
    ]],
    ["a Python parameter, named in calls too", "py/fleet/ships.py", "def fill(self, |tons):\n        self", [
      "py/fleet/ships.py:3 declaration", "py/fleet/ships.py:4 read",
    ]],
    ["a method, by guess where a value may be anything", "py/anything.py", "def |heave", [
      "py/anything.py:3 declaration", "py/anything.py:5 call?",
    ]],
    ["a method, without a value of the language's own type", "py/anything.py", "def |stack", ["py/anything.py:4 declaration"]],
    ["a Go method, through an embedded struct and in tests", "go/tug/tug.go", ") |Tow", [
      "go/main.go:9 call", "go/main.go:9 call", "go/tug/tug.go:5 declaration", "go/tug/tug_test.go:3 call",
    ]],
    ["a Go field, in literals too", "go/tug/tug.go", "{ |Rope", [
      "go/main.go:10 read", "go/tug/tug.go:3 declaration", "go/tug/tug.go:5 read", "go/tug/tug_test.go:3 write",
    ]],
    ["a C# class, without the field of its name", "cs/Yard.cs", "class |Yard", [
      "cs/Use.cs:2 type", "cs/Use.cs:2 call", "cs/Use.cs:3 call", "cs/Yard.cs:1 declaration", "cs/Yard.cs:2 type",
    ]],
  ])("%s", async (_what, path, text, expected) => {
    expect(await graph.references(path, text)).toEqual(expected);
  }); // prettier-ignore

  it("a name are all only where what may be more of them was followed, too", async () => {
    expect(await graph.isComplete("ts/ship.ts", "{ |dock(port: string): void }\nexport class F")).toBe(false);
    expect(await graph.isComplete("ts/ship.ts", "class |Ferry")).toBe(true);
    expect(await graph.isComplete("py/fleet/ships.py", "class |Barge")).toBe(true);
    expect(await graph.isComplete("go/tug/tug.go", ") |Tow")).toBe(true);
  });

  it("nothing are none", async () => {
    expect(await graph.references("ts/guess.ts", "'|dock';")).toEqual([]);
    expect(await graph.references("ts/guess.ts", "|export")).toEqual([]);
  });
});
