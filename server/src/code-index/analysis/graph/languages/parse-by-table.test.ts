import { afterAll, beforeAll, expect, it } from "vitest";

import { openEdgeCases, type EdgeCase, type EdgeCases } from "#server/code-index/testing/edge-cases.ts";

const cases: EdgeCase[] = [
  [
    "Java: fields, inherited methods, nested and imported classes, locals that shadow",
    {
      "src/yard/Base.java":
        "package yard;\npublic class Base {\n  protected int depth;\n  public Base stop() { return this; }\n}\n",
      "src/yard/tools/Crane.java":
        "package yard.tools;\npublic class Crane {\n  public static Crane make() { return new Crane(); }\n  public void lift(int depth) {}\n}\n",
      "src/yard/Boat.java": `package yard;
import yard.tools.Crane;
import java.util.List;
public class Boat extends Base implements Runnable {
  private final Crane crane = Crane.make();
  private List<Boat> fleet;
  enum Kind { SMALL, LARGE }
  public void run() {
    int depth = this.depth;
    crane.lift(depth);
    stop().stop();
    for (Boat boat : fleet) boat.run();
    Kind kind = Kind.SMALL;
    String text = "depth";
    var made = Crane.make();
    made.lift(1);
    Runnable later = () -> { lift(); };
    try { run(); } catch (RuntimeException problem) { problem.getMessage(); }
  }
  private void lift() { new Kind[] {}; super.stop(); }
}
`,
    },
    "src/yard/Boat.java",
    [
      "2: Crane > src/yard/tools/Crane.java:2",
      "3: List > java.util.List",
      "4: Base > src/yard/Base.java:2; Runnable > nothing",
      "5: Crane > src/yard/tools/Crane.java:2; Crane > src/yard/tools/Crane.java:2; make > src/yard/tools/Crane.java:3",
      "6: List > java.util.List; Boat > src/yard/Boat.java:4",
      "9: depth > src/yard/Base.java:3",
      "10: crane > src/yard/Boat.java:5; lift > src/yard/tools/Crane.java:4; depth > src/yard/Boat.java:9",
      "11: stop ?> src/yard/Base.java:4; stop ?> src/yard/Base.java:4",
      "12: Boat > src/yard/Boat.java:4; fleet > src/yard/Boat.java:6; boat > src/yard/Boat.java:12; run > src/yard/Boat.java:8",
      "13: Kind > src/yard/Boat.java:7; Kind > src/yard/Boat.java:7; SMALL > src/yard/Boat.java:7",
      "14: String > nothing",
      "15: Crane > src/yard/tools/Crane.java:2; make > src/yard/tools/Crane.java:3",
      "16: made > src/yard/Boat.java:15; lift > src/yard/tools/Crane.java:4",
      "17: Runnable > nothing; lift > src/yard/Boat.java:20",
      "18: run > src/yard/Boat.java:8; RuntimeException > nothing; problem > src/yard/Boat.java:18; getMessage > nothing",
      "20: Kind > src/yard/Boat.java:7; stop > src/yard/Base.java:4",
    ],
  ],
  [
    "Java: a static import, a whole package, a record and a generic parameter",
    {
      "src/quay/Tools.java": "package quay;\npublic class Tools {\n  public static int fix(int n) { return n; }\n}\n",
      "src/quay/Box.java": "package quay;\npublic record Box<T>(T item) {\n  T open() { return item; }\n}\n",
      "src/app/Main.java": `package app;
import static quay.Tools.fix;
import quay.*;
class Main {
  Box<Tools> box = new Box<>(null);
  int go() { return fix(1) + Tools.fix(2) + box.open().hashCode(); }
}
`,
    },
    "src/app/Main.java",
    [
      "2: fix ?> src/app/Main.java:2",
      "5: Box > src/quay/Box.java:2; Tools > src/quay/Tools.java:2; Box > src/quay/Box.java:2",
      "6: fix ?> src/app/Main.java:2; Tools > src/quay/Tools.java:2; fix > src/quay/Tools.java:3; box > src/app/Main.java:5; open > src/quay/Box.java:3; hashCode > nothing",
    ],
  ],
  [
    "C#: namespaces taken over, properties, base calls, var and foreach",
    {
      "Hull.cs":
        "namespace Yard.Parts;\npublic class Hull {\n  public int Depth { get; set; }\n  public virtual Hull Deepen(int by) { Depth += by; return this; }\n}\n",
      "Boat.cs": `using System;
using Yard.Parts;
namespace Yard;
public class Boat : Hull {
  private readonly Hull hull = new Hull();
  public Hull[] Others { get; }
  public Hull Hull { get; } = new Hull();
  public override Hull Deepen(int by) {
    var made = new Hull();
    made.Deepen(by).Depth = 1;
    foreach (var one in Others) one.Depth++;
    Hull typed = hull;
    typed.Depth++;
    this.Hull.Depth++;
    Console.WriteLine($"Depth {Depth}");
    return base.Deepen(by);
  }
}
`,
    },
    "Boat.cs",
    [
      "1: System > System",
      "2: Parts ?> Boat.cs:2",
      "3: Yard > nothing",
      "4: Hull > Hull.cs:2",
      "5: Hull > Hull.cs:2; Hull > Hull.cs:2",
      "6: Hull > Hull.cs:2",
      "7: Hull > Hull.cs:2; Hull > Hull.cs:2",
      "8: Hull > Hull.cs:2",
      "9: Hull > Hull.cs:2",
      "10: made > Boat.cs:9; Deepen > Hull.cs:4; by > Boat.cs:8; Depth > Hull.cs:3",
      "11: Others > Boat.cs:6; one > Boat.cs:11; Depth ?> Hull.cs:3",
      "12: Hull > Hull.cs:2; hull > Boat.cs:5",
      "13: typed > Boat.cs:12; Depth > Hull.cs:3",
      "14: Hull > Boat.cs:7; Depth > Hull.cs:3",
      "15: Console > nothing; WriteLine > nothing; Depth ?> Hull.cs:3",
      "16: Deepen > Hull.cs:4; by > Boat.cs:8",
    ],
  ],
  [
    "Rust: shadowing by let, impls, traits, modules and patterns",
    {
      "Cargo.toml": '[package]\nname = "yard"\n',
      "src/lib.rs": "pub mod hull;\npub mod main;\n",
      "src/hull.rs": `pub struct Hull { pub depth: u32, inner: Option<Box<Hull>> }
pub trait Sink { fn sink(&self) -> u32; }
impl Hull {
    pub fn new(depth: u32) -> Self { Hull { depth, inner: None } }
    pub fn deepen(mut self) -> Hull { self.depth += 1; self }
}
impl Sink for Hull { fn sink(&self) -> u32 { self.depth } }
pub const LIMIT: u32 = 3;
`,
      "src/main.rs": `use crate::hull::{Hull, Sink, LIMIT};
use std::fmt;
enum Kind { Small, Large(u32) }
fn go(hull: Hull, kind: Kind) -> u32 {
    let hull = hull.deepen();
    let hull = hull;
    let depth = hull.depth;
    if let Some(depth) = Some(depth) { println!("{}", depth); }
    match kind { Kind::Small => LIMIT, Kind::Large(depth) => depth };
    for step in 0..depth { let _ = step; }
    for hull in hull.parts() { hull.sink(); }
    while let Some(hull) = Some(hull) { hull; }
    let add = |more: u32| more + depth;
    hull.sink() + add(1) + Hull::new(LIMIT).deepen().depth
}
`,
    },
    "src/main.rs",
    [
      "1: Hull > src/hull.rs:1; Sink > src/hull.rs:2; LIMIT > src/hull.rs:8",
      "2: fmt > std",
      "4: Hull > src/hull.rs:1; Kind > src/main.rs:3",
      "5: hull > src/main.rs:4; deepen > src/hull.rs:5",
      "6: hull > src/main.rs:5",
      "7: hull > src/main.rs:6; depth > src/hull.rs:1",
      "8: Some > nothing; Some > nothing; depth > src/main.rs:7; println > nothing; depth > src/main.rs:8",
      "9: kind > src/main.rs:4; Kind > src/main.rs:3; Small > src/main.rs:3; LIMIT > src/hull.rs:8; Kind > src/main.rs:3; Large > src/main.rs:3; depth > src/main.rs:9",
      "10: depth > src/main.rs:7; step > src/main.rs:10",
      "11: hull > src/main.rs:6; parts > nothing; hull > src/main.rs:11; sink ?> src/hull.rs:2",
      "12: Some > nothing; Some > nothing; hull > src/main.rs:6; hull > src/main.rs:12",
      "13: more > src/main.rs:13; depth > src/main.rs:7",
      "14: hull > src/main.rs:6; sink > src/hull.rs:7; add > src/main.rs:13; Hull > src/hull.rs:1; new > src/hull.rs:4; LIMIT > src/hull.rs:8; deepen > src/hull.rs:5; depth > src/hull.rs:1",
    ],
  ],
  [
    "C: headers, structs by pointer, macros, enums and static functions",
    {
      "hull.h":
        "#define DEPTH 3\n#define MAX(a) (a)\ntypedef struct hull { int depth; struct hull *next; } Hull;\nenum kind { SMALL, LARGE };\nint hull_sink(Hull *h, int by);\n",
      "main.c": `#include "hull.h"
#include <stdio.h>
static int count = 0;
static int step(int by) { count += by; return count; }
int deepen(struct hull *hull) { struct hull *next = hull->next; return next->depth; }
int main(void) {
  Hull hull = { .depth = DEPTH };
  struct hull *other = &hull;
  other->next->depth = step(LARGE);
  int count = hull_sink(&hull, SMALL);
  for (int i = 0; i < count; i++) printf("%d", hull.depth + MAX(i));
  return (*other).depth;
}
`,
    },
    "main.c",
    [
      "4: count > main.c:3; by > main.c:4; count > main.c:3",
      "5: hull > hull.h:3; hull > hull.h:3; hull > main.c:5; next > hull.h:3; next > main.c:5; depth > hull.h:3",
      "7: Hull > hull.h:3; depth > nothing; DEPTH > hull.h:1",
      "8: hull > hull.h:3; hull > main.c:7",
      "9: other > main.c:8; next > hull.h:3; depth > hull.h:3; step > main.c:4; LARGE > hull.h:4",
      "10: hull_sink > hull.h:5; hull > main.c:7; SMALL > hull.h:4",
      "11: i > main.c:11; count > main.c:10; i > main.c:11; printf > nothing; hull > main.c:7; depth ?> hull.h:3; MAX > hull.h:2; i > main.c:11",
      "12: other > main.c:8; depth > hull.h:3",
    ],
  ],
  [
    "C++: classes, namespaces, members defined elsewhere, references",
    {
      "hull.hpp":
        "namespace yard {\nclass Hull {\n public:\n  int depth = 0;\n  Hull& deepen(int by);\n  static Hull make();\n};\n}\n",
      "main.cpp": `#include "hull.hpp"
using namespace yard;
class Boat : public Hull {
  Hull inner;
  void go() {
    inner.deepen(1).depth = depth;
    this->go();
    auto made = yard::Hull::make();
    made.depth++;
    Hull* at = &inner;
    at->deepen(2);
  }
};
`,
    },
    "main.cpp",
    [
      "2: yard > hull.hpp:1",
      "3: Hull > hull.hpp:2",
      "4: Hull > hull.hpp:2",
      "6: inner > main.cpp:4; deepen > hull.hpp:5; depth ?> hull.hpp:4; depth > nothing",
      "7: go > main.cpp:5",
      "8: yard > hull.hpp:1; Hull > hull.hpp:2; make > hull.hpp:6",
      "9: made > main.cpp:8; depth ?> hull.hpp:4",
      "10: Hull > hull.hpp:2; inner > main.cpp:4",
      "11: at > main.cpp:10; deepen > hull.hpp:5",
    ],
  ],
  [
    "Ruby: methods, instance variables, blocks and modules",
    {
      "lib/hull.rb":
        "module Yard\n  class Hull\n    attr_reader :depth\n    def initialize(depth)\n      @depth = depth\n    end\n    def deepen(by: 1)\n      @depth += by\n      self\n    end\n  end\nend\n",
      "main.rb": `require_relative "lib/hull"
LIMIT = 3
def go(count)
  hull = Yard::Hull.new(LIMIT)
  hull.deepen(by: count)
  [1].each { |count| helper(count) }
  count = count + 1
  "count #{count}"
end
def helper(n) = n
go(2)
`,
    },
    "main.rb",
    [
      "1: require_relative > nothing",
      "4: Yard ?> lib/hull.rb:1; Hull ?> lib/hull.rb:2; new > nothing; LIMIT > main.rb:2",
      "5: hull > main.rb:4; deepen ?> lib/hull.rb:7; count > main.rb:3",
      "6: each > nothing; helper > main.rb:10; count > main.rb:6",
      "7: count > main.rb:3; count > main.rb:3",
      "8: count > main.rb:3",
      "10: n > main.rb:10",
      "11: go > main.rb:3",
    ],
  ],
  [
    "PHP: use, $this, static calls, promoted properties",
    {
      "src/Hull.php":
        "<?php\nnamespace Yard;\nclass Hull {\n  const LIMIT = 3;\n  public ?Hull $inner = null;\n  public int $depth = 0;\n  public static function make(): Hull { return new Hull(); }\n  public function deepen(int $by): self { $this->depth += $by; return $this; }\n}\n",
      "src/Boat.php": `<?php
namespace App;
use Yard\\Hull;
class Boat extends Hull {
  public function __construct(private Hull $hull) { $hull->depth; }
  public function go(int $by): Hull {
    $made = Hull::make();
    $made->inner->depth = parent::make()->depth + $this->depth + self::LIMIT;
    $made->deepen($by);
    $this->hull->deepen(Hull::LIMIT);
    $this->stop();
    helper($by);
    return new Hull();
  }
  private function stop(): void {}
}
function helper($by) { return $by; }
`,
    },
    "src/Boat.php",
    [
      "2: App > nothing",
      "3: Hull > src/Hull.php:3",
      "4: Hull > src/Hull.php:3",
      "5: Hull > src/Hull.php:3; $hull > src/Boat.php:5; depth > src/Hull.php:6",
      "6: Hull > src/Hull.php:3",
      "7: Hull > src/Hull.php:3; make > src/Hull.php:7",
      "8: $made > src/Boat.php:7; inner > src/Hull.php:5; depth ?> src/Hull.php:6; make > src/Hull.php:7; depth > src/Hull.php:6; depth > src/Hull.php:6; LIMIT > src/Hull.php:4",
      "9: $made > src/Boat.php:7; deepen > src/Hull.php:8; $by > src/Boat.php:6",
      "10: hull > src/Boat.php:5; deepen > src/Hull.php:8; Hull > src/Hull.php:3; LIMIT > src/Hull.php:4",
      "11: stop > src/Boat.php:15",
      "12: helper > src/Boat.php:17; $by > src/Boat.php:6",
      "13: Hull > src/Hull.php:3",
      "17: $by > src/Boat.php:17",
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
