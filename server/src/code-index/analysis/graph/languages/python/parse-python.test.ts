import { afterAll, beforeAll, expect, it } from "vitest";

import { openEdgeCases, type EdgeCase, type EdgeCases } from "#server/code-index/testing/edge-cases.ts";

const boats = `class Boat:
    def __init__(self, crew: int):
        self.crew = crew
    def sail(self) -> "Boat":
        return self
    @property
    def name(self) -> str:
        return "a"
    @classmethod
    def launch(cls):
        return cls(1)
    @staticmethod
    def limit(most):
        return most
_hidden = 1
`;

const cases: EdgeCase[] = [
  [
    "one dot is the package, each further one the package around it",
    {
      "fleet/__init__.py": "",
      "fleet/boats.py": boats,
      "fleet/deep/__init__.py": "",
      "fleet/deep/near.py": "near = 1\n",
      "fleet/deep/er/__init__.py": "",
      "fleet/deep/main.py": `from . import near
from .near import near as one
from ..boats import Boat
from .. import boats
from ..deep.near import near
from ...elsewhere import gone
Boat(one).sail()
boats.Boat(near)
`,
    },
    "fleet/deep/main.py",
    [
      "1: near > fleet/deep/near.py:1",
      "2: near > fleet/deep/near.py:1; near > fleet/deep/near.py:1; one > fleet/deep/near.py:1",
      "3: boats > fleet/boats.py:1; Boat > fleet/boats.py:1",
      "4: boats > fleet/boats.py:1",
      "5: deep > fleet/deep/__init__.py:1; near > fleet/deep/near.py:1; near > fleet/deep/near.py:1",
      "6: elsewhere ?> fleet/deep/main.py:6; gone ?> fleet/deep/main.py:6",
      "7: Boat > fleet/boats.py:1; one > fleet/deep/near.py:1; sail > fleet/boats.py:4",
      "8: boats > fleet/boats.py:1; Boat > fleet/boats.py:1; near > fleet/deep/near.py:1",
    ],
  ],
  [
    "a package gives on what its __init__ takes in, and its modules too",
    {
      "navy/__init__.py": "from .boats import Boat as Vessel, _hidden\nfrom .tools import *\n",
      "navy/boats.py": boats,
      "navy/tools.py": "def fix(): pass\nsteps = [1]\n",
      "main.py": `import navy
import navy.boats as fleet
import navy.tools
from navy import Vessel, fix, tools, missing
navy.Vessel(1).sail()
fleet.Boat.launch().crew
navy.tools.fix()
fix(tools.steps)
missing()
`,
    },
    "main.py",
    [
      "1: navy > navy/__init__.py:1",
      "2: fleet > navy/boats.py:1",
      "3: navy > navy/__init__.py:1; tools > navy/tools.py:1",
      "4: navy > navy/__init__.py:1; Vessel > navy/boats.py:1; fix > navy/tools.py:1; tools > navy/tools.py:1; missing ?> main.py:4",
      "5: navy > navy/__init__.py:1; Vessel > navy/boats.py:1; sail > navy/boats.py:4",
      "6: fleet > navy/boats.py:1; Boat > navy/boats.py:1; launch > navy/boats.py:10; crew > navy/boats.py:3",
      "7: navy > navy/__init__.py:1; tools > navy/tools.py:1; fix > navy/tools.py:1",
      "8: fix > navy/tools.py:1; tools > navy/tools.py:1; steps > navy/tools.py:2",
      "9: missing ?> main.py:4",
    ],
  ],
  [
    "a class's names are seen in its body alone, a function's in all inside it",
    {
      "main.py": `limit = 1
class Boat:
    limit = 2
    most = limit
    def sail(self):
        return limit
    def steer(self):
        limit = 3
        def inner():
            return limit
        return inner
    lazy = lambda self, limit: limit
`,
    },
    "main.py",
    [
      "4: limit > main.py:3",
      "6: limit > main.py:1",
      "10: limit > main.py:8",
      "11: inner > main.py:9",
      "12: limit > main.py:12",
    ],
  ],
  [
    "global and nonlocal names are those of outside, whatever is assigned",
    {
      "main.py": `count = 0
def add():
    global count
    count = count + 1
    total = 0
    def more():
        nonlocal total
        total += 1
        return total
    return more
`,
    },
    "main.py",
    [
      "3: count > main.py:1",
      "4: count > main.py:1; count > main.py:1",
      "7: total > main.py:5",
      "8: total > main.py:5",
      "9: total > main.py:5",
      "10: more > main.py:6",
    ],
  ],
  [
    "comprehensions, loops, with and except declare names where Python does",
    {
      "main.py": `class Boat:
    name = ""
    def __enter__(self): return self
class Storm(Exception):
    force = 1
boats = [Boat() for n in range(3)]
names = {boat.name: boat for boat in boats if boat.name}
for boat in boats:
    boat.name
with Boat() as one, open("x") as file:
    one.name
try:
    pass
except Storm as storm:
    storm.force
if (again := Boat()):
    again.name
first, *rest = boats
first.name
`,
    },
    "main.py",
    [
      "3: self > main.py:3",
      "4: Exception > nothing",
      "6: Boat > main.py:1; range > nothing",
      "7: boat > main.py:7; name > main.py:2; boat > main.py:7; boats > main.py:6; boat > main.py:7; name > main.py:2",
      "8: boats > main.py:6",
      "9: boat > main.py:8; name > main.py:2",
      "10: Boat > main.py:1; open > nothing",
      "11: one > main.py:10; name > main.py:2",
      "14: Storm > main.py:4",
      "15: storm > main.py:14; force > main.py:5",
      "16: Boat > main.py:1",
      "17: again > main.py:16; name > main.py:2",
      "18: boats > main.py:6",
      "19: first > main.py:18; name > main.py:2",
    ],
  ],
  [
    "methods of the instance, the class, the base, and what super() has",
    {
      "boats.py": boats,
      "main.py": `from boats import Boat
class Ferry(Boat):
    def __init__(self, cars):
        super().__init__(2)
        self.cars: list[Boat] = cars
    def sail(self):
        super().sail()
        self.name
        self.cars[0].crew
        self.nothing
        return Ferry.limit(most=self.crew)
    @classmethod
    def make(cls):
        return cls(cars=[]).sail()
    @staticmethod
    def free(boat): return boat.crew
Ferry.launch()
Ferry(1).name.upper()
`,
    },
    "main.py",
    [
      "1: boats > boats.py:1; Boat > boats.py:1",
      "2: Boat > boats.py:1",
      "4: super > nothing; __init__ > boats.py:2",
      "5: self > main.py:3; list > nothing; Boat > boats.py:1; cars > main.py:3",
      "7: super > nothing; sail > boats.py:4",
      "8: self > main.py:6; name > boats.py:7",
      "9: self > main.py:6; cars > main.py:5; crew > boats.py:3",
      "10: self > main.py:6; nothing > nothing",
      "11: Ferry > main.py:2; limit > boats.py:13; most > boats.py:13; self > main.py:6; crew > boats.py:3",
      "12: classmethod > nothing",
      "14: cls > main.py:13; cars > main.py:3; sail > main.py:6",
      "15: staticmethod > nothing",
      "16: boat > main.py:16; crew ?> boats.py:3",
      "17: Ferry > main.py:2; launch > boats.py:10",
      "18: Ferry > main.py:2; name > boats.py:7; upper > nothing",
    ],
  ],
  [
    "annotations tell types, also as texts of the future and inside others",
    {
      "main.py": `from __future__ import annotations
from typing import Optional, Union, Awaitable
class Boat:
    name: str
class Car:
    wheels: int
def one(boat: Optional[Boat], many: list[Boat], other: Boat | None, by: dict[str, Boat]) -> Union[Car, None]:
    boat.name
    many[0].name
    other.name
    by["a"].name
    for each in by.values():
        each.name
async def two(*boats: Boat, car: "Car" = None, **rest) -> Awaitable[Car]:
    (await two()).wheels
    boats[0].name
one(Boat(), [], None, by={}).wheels
`,
    },
    "main.py",
    [
      "1: annotations > __future__",
      "2: typing > typing; Optional > typing; Union > typing; Awaitable > typing",
      "4: str > nothing",
      "6: int > nothing",
      "7: Optional > typing; Boat > main.py:3; list > nothing; Boat > main.py:3; Boat > main.py:3; dict > nothing; str > nothing; Boat > main.py:3; Union > typing; Car > main.py:5",
      "8: boat > main.py:7; name > main.py:4",
      "9: many > main.py:7; name > main.py:4",
      "10: other > main.py:7; name > main.py:4",
      "11: by > main.py:7; name > main.py:4",
      "12: by > main.py:7; values > nothing",
      "13: each > main.py:12; name > nothing",
      "14: Boat > main.py:3; Awaitable > typing; Car > main.py:5",
      "15: two > main.py:14; wheels > main.py:6",
      "16: boats > main.py:14; name ?> main.py:4",
      "17: one > main.py:7; Boat > main.py:3; by > main.py:7; wheels > main.py:6",
    ],
  ],
  [
    "a decorator is a use, and what it decorates keeps its name",
    {
      "wrap.py":
        "def log(level):\n    def apply(run):\n        return run\n    return apply\nclass route:\n    def get(path): pass\n",
      "main.py": `import wrap
from wrap import log, route
@log(level=1)
@wrap.log(2)
def go(): pass
@route.get("/go")
class Boat: pass
go()
Boat()
`,
    },
    "main.py",
    [
      "1: wrap > wrap.py:1",
      "2: wrap > wrap.py:1; log > wrap.py:1; route > wrap.py:5",
      "3: log > wrap.py:1; level > wrap.py:1",
      "4: wrap > wrap.py:1; log > wrap.py:1",
      "6: route > wrap.py:5; get > wrap.py:6",
      "8: go > main.py:5",
      "9: Boat > main.py:7",
    ],
  ],
  [
    "names in texts are none but where a text is put together",
    {
      "main.py": `boat = 1
text = "boat" f"boat {boat} {boat!r:>{boat}}" 'boat'  # boat
doc = """boat"""
call = dict(boat=boat)
`,
    },
    "main.py",
    ["2: boat > main.py:1; boat > main.py:1; boat > main.py:1", "4: dict > nothing; boat > nothing; boat > main.py:1"],
  ],
  [
    "an unknown owner's member is a guess, one of a common or a short name is none",
    {
      "boats.py": "class Boat:\n    def hoistAnchor(self): pass\n    def get(self): pass\n    ab = 1\n",
      "main.py": `def go(thing):
    thing.hoistAnchor()
    thing.get()
    thing.unknownAnywhere()
    return thing.ab
`,
    },
    "main.py",
    [
      "2: thing > main.py:1; hoistAnchor ?> boats.py:2",
      "3: thing > main.py:1; get > nothing",
      "4: thing > main.py:1; unknownAnywhere > nothing",
      "5: thing > main.py:1; ab > nothing",
    ],
  ],
  [
    "a circle of classes and a function that returns itself end",
    {
      "main.py": `class A(B): pass
class B(A): pass
A().anything
def loop(): return loop()
loop().something
x = x.again
`,
    },
    "main.py",
    [
      "1: B > main.py:2",
      "2: A > main.py:1",
      "3: A > main.py:1; anything > nothing",
      "4: loop > main.py:4",
      "5: loop > main.py:4; something > nothing",
      "6: x > main.py:6; again > nothing",
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
