import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { buildTestGraph, type TestGraph } from "#server/code-index/testing/build-test-graph.ts";

describe("TypeScript", () => {
  let graph: TestGraph;
  beforeAll(async () => {
    graph = await buildTestGraph({
      "src/boats/boat.ts": `export class Boat {
  constructor(private readonly name: string) {}
  /** sail is told in a comment */
  sail(speed: number): Harbour { return new Harbour(speed); }
}
export class Harbour {
  constructor(readonly depth: number) {}
  sail(): string { return "sail"; }
}
export interface Crew { size: number }
export const fleet = { flagship: new Boat("a") };
`,
      "src/boats/index.ts": `export { Boat as Vessel } from "./boat";\nexport * from "./boat";\nexport { default as limit } from "./limit";\n`,
      "src/boats/limit.ts": `const limit = 3;\nexport default limit;\n`,
      "src/other/boat.ts": `export class Boat { anchor(): void {} }\n`,
      "src/main.ts": `import express from "express";
import { Vessel, Crew, fleet, limit } from "./boats";
import * as boats from "./boats";
import { Boat } from "./other/boat";
const boat = new Vessel("b");
export function go(crew: Crew, boat: Boat): void {
  boat.anchor();
  for (const { size } of [crew]) limitOf(size);
}
function limitOf(value: number): number { const limit = value; return limit; }
boat.sail(limit).sail();
new boats.Harbour(1).depth;
fleet.flagship.sail(2);
express().listen("boat.sail");
`,
    });
  });
  afterAll(() => graph.close());

  it.each([
    ["a member of what `new` makes, behind an alias and a barrel", "|boat.sail(limit)", "src/main.ts:5 certain"],
    ["its method", "boat.|sail(limit)", "src/boats/boat.ts:4 certain"],
    ["a method of the same name by the result's type", "(limit).|sail()", "src/boats/boat.ts:8 certain"],
    ["a parameter that shadows", "  |boat.anchor", "src/main.ts:6 certain"],
    ["a class of the same name in another folder", "boat.|anchor", "src/other/boat.ts:1 certain"],
    ["a default export through a barrel", "boat.sail(|limit)", "src/boats/limit.ts:1 certain"],
    ["a local that shadows an import", "return |limit", "src/main.ts:10 certain"],
    ["a name of a namespace import", "boats.|Harbour", "src/boats/boat.ts:6 certain"],
    ["a field declared by the constructor's parameter", "(1).|depth", "src/boats/boat.ts:7 certain"],
    ["a member of an object written in place", "flagship.|sail(2)", "src/boats/boat.ts:4 certain"],
    ["an import", "{ |Vessel", "src/boats/boat.ts:1 certain"],
    ["a package from outside", "|express()", "express"],
    ["no word of a text", '"boat.|sail"', "nothing"],
  ])("leads to %s", async (_what, text, expected) => {
    expect(await graph.definition("src/main.ts", text)).toBe(expected);
  });

  it("finds a method's uses without those of its namesake, comments and texts", async () => {
    expect(await graph.references("src/boats/boat.ts", "  |sail(speed")).toEqual([
      "src/boats/boat.ts:4 declaration",
      "src/main.ts:11 call",
      "src/main.ts:13 call",
    ]);
  });

  it("finds a class under its other name", async () => {
    expect(await graph.references("src/boats/boat.ts", "class |Boat")).toEqual([
      "src/boats/boat.ts:1 declaration",
      "src/boats/boat.ts:11 call",
      "src/boats/index.ts:1 import",
      "src/boats/index.ts:1 import",
      "src/main.ts:2 import",
      "src/main.ts:5 call",
    ]);
  });

  it("keeps a local to its function", async () => {
    expect(await graph.references("src/main.ts", "const |limit = value")).toEqual([
      "src/main.ts:10 declaration",
      "src/main.ts:10 read",
    ]);
  });
});

describe("Python", () => {
  let graph: TestGraph;
  beforeAll(async () => {
    graph = await buildTestGraph({
      "app/__init__.py": "from .boats import Boat as Boat\nfrom . import tools\n",
      "app/boats.py": `import os
class Base:
    def stop(self): return self.speed
    speed = 1
class Boat(Base):
    def __init__(self, crew: "int", tool=None):
        self.crew = crew
        self.helper = Helper()
    def sail(self):
        """sail"""
        self.stop()
        return self.helper.run(speed=self.crew)
class Helper:
    def run(self, speed): return speed
    def sail(self): return os.getcwd()
`,
      "app/tools.py": "limit = 3\ndef run(value):\n    limit = value\n    return limit\n",
      "main.py": `from app import Boat, tools
from app.boats import *
boat = Boat(1)
boat.sail()
tools.run(tools.limit)
def later(thing):
    thing.stop()
    return Helper().sail()
print("boat.sail")  # boat.sail
`,
    });
  });
  afterAll(() => graph.close());

  it.each([
    ["main.py", "boat = |Boat", "app/boats.py:5 certain"],
    ["main.py", "boat.|sail()\n", "app/boats.py:9 certain"],
    ["main.py", "tools.|run", "app/tools.py:2 certain"],
    ["main.py", "tools.|limit", "app/tools.py:1 certain"],
    ["main.py", "thing.|stop", "app/boats.py:3 likely"],
    ["main.py", "|Helper().sail", "app/boats.py:13 certain"],
    ["main.py", "().|sail()", "app/boats.py:15 certain"],
    ["app/boats.py", "self.|stop()", "app/boats.py:3 certain"],
    ["app/boats.py", "helper.|run", "app/boats.py:14 certain"],
    ["app/boats.py", "(|speed=", "app/boats.py:14 certain"],
    ["app/boats.py", "self.|speed", "app/boats.py:4 certain"],
    ["app/boats.py", "self.|crew)", "app/boats.py:7 certain"],
    ["app/boats.py", "|os.getcwd", "os"],
    ["app/tools.py", "return |limit", "app/tools.py:3 certain"],
  ])("%s: %s leads to %s", async (path, text, expected) => {
    expect(await graph.definition(path, text)).toBe(expected);
  });

  it("finds uses, and says which are a guess", async () => {
    expect(await graph.references("app/boats.py", "def |stop")).toEqual([
      "app/boats.py:3 declaration",
      "app/boats.py:11 call",
      "main.py:7 call?",
    ]);
    expect(await graph.references("app/boats.py", 'def |sail(self):\n        "')).toEqual([
      "app/boats.py:9 declaration",
      "main.py:4 call",
    ]);
  });
});

describe("Go", () => {
  let graph: TestGraph;
  beforeAll(async () => {
    graph = await buildTestGraph({
      "go.mod": "module example.test/fleet\n\ngo 1.22\n",
      "boats/boat.go": `package boats

type Engine struct{ Power int }

func (e *Engine) Start() error { return nil }

type Boat struct {
	*Engine
	Name string
	crew []Sailor
}

type Sailor struct{ Name string }
`,
      "boats/new.go": `package boats

func New(name string) (*Boat, error) { return &Boat{Name: name}, nil }

func (b *Boat) Start() string {
	for _, s := range b.crew {
		_ = s.Name
	}
	return b.Name
}
`,
      "cars/car.go": "package cars\n\nfunc New() int { return 1 }\n",
      "main.go": `package main

import (
	"fmt"

	"example.test/fleet/boats"
	c "example.test/fleet/cars"
)

func main() {
	boat, err := boats.New("x")
	if err := boat.Engine.Start(); err != nil {
		fmt.Println(err, boat.Start(), c.New(), boat.Power)
	}
	_ = err
}
`,
    });
  });
  afterAll(() => graph.close());

  it.each([
    ["main.go", "boats.|New", "boats/new.go:3 certain"],
    ["main.go", "c.|New", "cars/car.go:3 certain"],
    ["main.go", "boat.|Start", "boats/new.go:5 certain"],
    ["main.go", "Engine.|Start", "boats/boat.go:5 certain"],
    ["main.go", "boat.|Power", "boats/boat.go:3 certain"],
    ["main.go", "Println(|err", "main.go:12 certain"],
    ["main.go", "_ = |err", "main.go:11 certain"],
    ["boats/new.go", "s.|Name", "boats/boat.go:13 certain"],
    ["boats/new.go", "Boat{|Name", "boats/boat.go:9 certain"],
    ["main.go", "|fmt.", "fmt"],
  ])("%s: %s leads to %s", async (path, text, expected) => {
    expect(await graph.definition(path, text)).toBe(expected);
  });

  it("tells apart functions of one name in two packages, and methods of one name on two types", async () => {
    expect(await graph.references("boats/new.go", "|New(")).toEqual(["boats/new.go:3 declaration", "main.go:11 call"]);
    expect(await graph.references("boats/boat.go", ") |Start")).toEqual([
      "boats/boat.go:5 declaration",
      "main.go:12 call",
    ]);
  });
});

describe("languages read by tables", () => {
  let graph: TestGraph;
  beforeAll(async () => {
    graph = await buildTestGraph({
      "src/com/boats/Boat.java": `package com.boats;
public class Boat {
  private Engine engine;
  public Boat(Engine engine) { this.engine = engine; }
  public void sail(int speed) { engine.start(speed); helper(); }
  private void helper() {}
}
`,
      "src/com/boats/Engine.java":
        "package com.boats;\npublic class Engine {\n  void start(int speed) {}\n  void stop() {}\n}\n",
      "src/com/cars/Engine.java": "package com.cars;\npublic class Engine {\n  void start(int speed) {}\n}\n",
      "src/com/app/Main.java": `package com.app;
import com.boats.Boat;
class Main {
  void run(Boat boat) {
    boat.sail(3); // boat.sail
    String text = "sail";
  }
}
`,
      "src/lib.rs": "mod boat;\nuse crate::boat::Boat;\nfn main() { let b = Boat::new(); b.sail(); }\n",
      "src/boat.rs":
        "pub struct Boat { speed: u32 }\nimpl Boat {\n  pub fn new() -> Boat { Boat { speed: 1 } }\n  pub fn sail(&self) -> u32 { self.speed }\n}\n",
      "c/boat.h": "struct boat { int speed; };\nint boat_sail(struct boat *b);\n",
      "c/boat.c": '#include "boat.h"\nint boat_sail(struct boat *b) { return b->speed; }\n',
      "c/main.c": '#include "boat.h"\nint main(void) { struct boat b; return boat_sail(&b); }\n',
    });
  });
  afterAll(() => graph.close());

  it.each([
    ["src/com/app/Main.java", "boat.|sail(3)", "src/com/boats/Boat.java:5 certain"],
    ["src/com/app/Main.java", "run(|Boat", "src/com/boats/Boat.java:2 certain"],
    ["src/com/boats/Boat.java", "engine.|start", "src/com/boats/Engine.java:3 certain"],
    ["src/com/boats/Boat.java", "|helper();", "src/com/boats/Boat.java:6 certain"],
    ["src/com/boats/Boat.java", "start(|speed", "src/com/boats/Boat.java:5 certain"],
    ["src/lib.rs", "b.|sail", "src/boat.rs:4 certain"],
    ["src/lib.rs", "Boat::|new", "src/boat.rs:3 certain"],
    ["src/boat.rs", "self.|speed", "src/boat.rs:1 certain"],
    ["c/main.c", "|boat_sail(&b", "c/boat.h:2 certain"],
    ["c/boat.c", "b->|speed", "c/boat.h:1 certain"],
  ])("%s: %s leads to %s", async (path, text, expected) => {
    expect(await graph.definition(path, text)).toBe(expected);
  });

  it("finds a method's uses in other files", async () => {
    expect(await graph.references("src/com/boats/Boat.java", "void |sail")).toEqual([
      "src/com/app/Main.java:5 call",
      "src/com/boats/Boat.java:5 declaration",
    ]);
  });
});
