import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openEdgeCases, type EdgeCase, type EdgeCases } from "#server/code-index/testing/edge-cases.ts";

const boat = `export class Boat {
  constructor(readonly crew: number) {}
  sail(): Boat { return this; }
  static launch(): Boat { return new Boat(1); }
}
export const limit = 3;
export default function moor(boat: Boat): void {}
`;

/** Names of modules: what an import or an export passes on. */
const modules: EdgeCase[] = [
  [
    "a barrel passes names on under other names, and a default under a name",
    {
      "boat.ts": boat,
      "index.ts": 'export { Boat as Vessel, default as moor } from "./boat";\nexport * from "./boat";\n',
      "main.ts": 'import { Vessel, moor, limit } from "./index";\nmoor(new Vessel(limit));\n',
    },
    "main.ts",
    [
      "1: Vessel > boat.ts:1; moor > boat.ts:7; limit > boat.ts:6",
      "2: moor > boat.ts:7; Vessel > boat.ts:1; limit > boat.ts:6",
    ],
  ],
  [
    "two barrels that take over each other end, and names from neither are unknown",
    {
      "a.ts": 'export * from "./b";\nexport const one = 1;\n',
      "b.ts": 'export * from "./a";\nexport const two = 2;\n',
      "main.ts": 'import { one, two, three } from "./a";\none + two + three;\n',
    },
    "main.ts",
    ["1: one > a.ts:2; two > b.ts:2; three ?> main.ts:1", "2: one > a.ts:2; two > b.ts:2; three ?> main.ts:1"],
  ],
  [
    "a file's own name comes before one that it takes over",
    {
      "a.ts": 'export * from "./b";\nexport const name = 1;\n',
      "b.ts": "export const name = 2;\n",
      "main.ts": 'import { name } from "./a";\nname;\n',
    },
    "main.ts",
    ["1: name > a.ts:2", "2: name > a.ts:2"],
  ],
  [
    "a namespace is given on as one name",
    {
      "boat.ts": boat,
      "index.ts": 'export * as boats from "./boat";\n',
      "main.ts": 'import { boats } from "./index";\nboats.Boat.launch().sail();\nboats.default;\n',
    },
    "main.ts",
    [
      "1: boats > boat.ts:1",
      "2: boats > boat.ts:1; Boat > boat.ts:1; launch > boat.ts:4; sail > boat.ts:3",
      "3: boats > boat.ts:1; default > boat.ts:7",
    ],
  ],
  [
    "what is imported and exported again by hand is the same thing",
    {
      "boat.ts": boat,
      "again.ts": 'import moor, { Boat as Vessel } from "./boat";\nexport { Vessel as Ship, moor as default };\n',
      "main.ts": 'import dock, { Ship } from "./again";\ndock(Ship.launch());\n',
    },
    "main.ts",
    ["1: dock > boat.ts:7; Ship > boat.ts:1", "2: dock > boat.ts:7; Ship > boat.ts:1; launch > boat.ts:4"],
  ],
  [
    "a module loaded at run time is awaited, taken apart, or passed to a callback",
    {
      "boat.ts": boat,
      "main.ts": `export async function load(path: string) {
  const { Boat } = await import("./boat");
  const boats = await import("./boat");
  (await import("./boat")).default(Boat.launch());
  import("./boat").then((loaded) => loaded.limit);
  return (await import(path)).limit + boats.limit;
}
`,
    },
    "main.ts",
    [
      "4: default > boat.ts:7; Boat > main.ts:2; launch > boat.ts:4",
      "5: then > nothing; loaded > main.ts:5; limit > nothing",
      "6: path > main.ts:1; limit > nothing; boats > main.ts:3; limit > boat.ts:6",
    ],
  ],
  [
    "packages of the workspace are followed by name, by exports and by imports of their own",
    {
      "packages/hull/package.json":
        '{ "name": "@yard/hull", "exports": { ".": "./src/main.ts", "./*": "./src/*.ts" } }',
      "packages/hull/src/main.ts": 'import { keel } from "#hull/keel.ts";\nexport const hull = keel;\n',
      "packages/hull/src/keel.ts": "export const keel = { depth: 2 };\n",
      "app/main.ts":
        'import { hull } from "@yard/hull";\nimport { keel } from "@yard/hull/keel";\nhull.depth + keel.depth;\n',
    },
    "app/main.ts",
    [
      "1: hull > packages/hull/src/main.ts:2",
      "2: keel > packages/hull/src/keel.ts:1",
      "3: hull > packages/hull/src/main.ts:2; depth > packages/hull/src/keel.ts:1; keel > packages/hull/src/keel.ts:1; depth > packages/hull/src/keel.ts:1",
    ],
  ],
  [
    "aliases of tsconfig lead into the repository, and a package of the same beginning does not",
    {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], "config": ["./src/settings.ts"] } } }',
      "src/boat.ts": boat,
      "src/settings.ts": "export const port = 1;\n",
      "main.ts":
        'import { limit } from "@/boat";\nimport { port } from "config";\nimport { set } from "config/set";\nlimit + port + set;\n',
    },
    "main.ts",
    [
      "1: limit > src/boat.ts:6",
      "2: port > src/settings.ts:1",
      "3: set > config",
      "4: limit > src/boat.ts:6; port > src/settings.ts:1; set > config",
    ],
  ],
  [
    "CommonJS gives out a whole object, single names, or one thing in its own place",
    {
      "whole.js": "const sail = () => 1;\nmodule.exports = { sail, moor() {} };\n",
      "names.js": "exports.anchor = function () {};\nmodule.exports.furl = () => {};\n",
      "only.js": "class Boat { hoist() {} }\nmodule.exports = Boat;\n",
      "main.js": `const { sail, moor } = require("./whole");
const names = require("./names");
const Boat = require("./only");
const { furl: fold } = require("./names");
const path = require("path");
sail(moor, names.anchor, fold);
new Boat().hoist();
path.join();
`,
    },
    "main.js",
    [
      "1: sail > whole.js:1; moor > whole.js:2",
      "2: names > names.js:1",
      "3: Boat > only.js:1",
      "4: fold > names.js:2",
      "5: path > node:path",
      "6: sail > whole.js:1; moor > whole.js:2; names > names.js:1; anchor > names.js:1; fold > names.js:2",
      "7: Boat > only.js:1; hoist > only.js:1",
      "8: path > node:path; join > nothing",
    ],
  ],
  [
    "types are imported as types, and one name may be a type and a value",
    {
      "boat.ts":
        "export interface Boat { name: string }\nexport const Boat = { make(): Boat { return { name: '' }; } };\n",
      "main.ts": `import type { Boat as Vessel } from "./boat";
import { Boat } from "./boat";
const one: Vessel = Boat.make();
one.name;
`,
      "port.ts": "export const Port = { open() {} };\nexport type Port = { depth: number };\n",
      "again.ts": 'import { Port } from "./port";\nexport const open = (port: Port) => Port.open() ?? port.depth;\n',
    },
    "main.ts",
    [
      "1: Boat > boat.ts:1, boat.ts:2; Vessel > boat.ts:1, boat.ts:2",
      "2: Boat > boat.ts:1, boat.ts:2",
      "3: Vessel > boat.ts:1, boat.ts:2; Boat > boat.ts:1, boat.ts:2; make > boat.ts:2",
      "4: one > main.ts:3; name > boat.ts:1",
    ],
  ],
  [
    "a value may stand before the type of its name",
    {
      "port.ts": "export const Port = { open() {} };\nexport type Port = { depth: number };\n",
      "main.ts": 'import { Port } from "./port";\nexport const open = (port: Port) => Port.open() ?? port.depth;\n',
    },
    "main.ts",
    [
      "1: Port > port.ts:1, port.ts:2",
      "2: Port > port.ts:1, port.ts:2; Port > port.ts:1, port.ts:2; open > port.ts:1; port > main.ts:2; depth > port.ts:2",
    ],
  ],
];

/** Scopes, classes and the types of values. */
const values: EdgeCase[] = [
  [
    "var belongs to its function, let to its block, a catch and a loop have names of their own",
    {
      "main.ts": `const name = 1;
function scopes(list: number[]) {
  name;
  { let name = 2; name; }
  if (list) { var late = 3; }
  late;
  for (const name of list) name;
  try { name; } catch (name) { name; }
  return name;
}
label: for (;;) { break label; }
const late = 4;
`,
    },
    "main.ts",
    [
      "3: name > main.ts:1",
      "4: name > main.ts:4",
      "5: list > main.ts:2",
      "6: late > main.ts:5",
      "7: list > main.ts:2; name > main.ts:7",
      "8: name > main.ts:1; name > main.ts:8",
      "9: name > main.ts:1",
    ],
  ],
  [
    "what is declared below is seen above, and a function's own name inside it alone",
    {
      "main.ts": `later();
function later() { return inner; }
const inner = function again() { return again; };
const again = 1;
again;
class Own { static make = class Inner extends Own {}; }
`,
    },
    "main.ts",
    [
      "1: later > main.ts:2",
      "2: inner > main.ts:3",
      "3: again > main.ts:3",
      "5: again > main.ts:4",
      "6: Own > main.ts:6",
    ],
  ],
  [
    "patterns take members, with fallbacks, other names and rests",
    {
      "main.ts": `interface Crew { size: number; captain: { name: string } }
function take({ size, captain: { name: called }, ...rest }: Crew, [first = size]: Crew[]) {
  return size + called + rest + first.size;
}
const { size: length } = {} as Crew;
length;
`,
    },
    "main.ts",
    [
      "2: captain > main.ts:1; name > main.ts:1; Crew > main.ts:1; size > main.ts:2; Crew > main.ts:1",
      "3: size > main.ts:2; called > main.ts:2; rest > main.ts:2; first > main.ts:2; size > main.ts:1",
      "5: size ?> main.ts:1; Crew > main.ts:1",
      "6: length > main.ts:5",
    ],
  ],
  [
    "members of a class, its base and its interface; super is the base alone",
    {
      "base.ts": `export abstract class Base<T> {
  protected value!: T;
  stop(): void {}
  get speed(): Speed { return new Speed(); }
}
export class Speed { knots = 1; }
`,
      "main.ts": `import { Base } from "./base";
interface Named { name: string }
class Boat extends Base<Named> implements Named {
  name = "";
  #secret = 1;
  stop(): void { super.stop(); this.speed.knots; this.#secret; }
  go = (): this => { this.value.name; return this; };
  static count = 0;
}
new Boat().stop();
new Boat().go().stop();
Boat.count;
`,
    },
    "main.ts",
    [
      "1: Base > base.ts:1",
      "3: Base > base.ts:1; Named > main.ts:2; Named > main.ts:2",
      "6: stop > base.ts:3; speed > base.ts:4; knots > base.ts:6; #secret > main.ts:5",
      "7: value > base.ts:2; name > nothing",
      "10: Boat > main.ts:3; stop > main.ts:6",
      "11: Boat > main.ts:3; go > main.ts:7; stop > main.ts:6",
      "12: Boat > main.ts:3; count > main.ts:8",
    ],
  ],
  [
    "generics, unions, lists, maps and promises are looked into",
    {
      "main.ts": `class Boat { name = ""; next?: Boat; }
class Car { wheels = 4; name = ""; }
declare const boats: Boat[], fleet: Map<string, Boat>, later: Promise<Boat>, either: Boat | Car;
boats[0].name;
boats.filter((one) => one.next).map((one) => one.name);
fleet.get("a")?.name;
(await later).name;
either.wheels;
either.name;
for (const [, boat] of fleet) boat.next!.name;
const partial: Partial<Boat> = {};
partial.name;
const picked: Pick<Boat, "name"> = partial as Boat;
picked.name;
`,
    },
    "main.ts",
    [
      "1: Boat > main.ts:1",
      "3: Boat > main.ts:1; Map > nothing; Boat > main.ts:1; Promise > nothing; Boat > main.ts:1; Boat > main.ts:1; Car > main.ts:2",
      "4: boats > main.ts:3; name > main.ts:1",
      "5: boats > main.ts:3; filter > nothing; one > main.ts:5; next > main.ts:1; map > nothing; one > main.ts:5; name > main.ts:1",
      "6: fleet > main.ts:3; get > nothing; name > main.ts:1",
      "7: later > main.ts:3; name > main.ts:1",
      "8: either > main.ts:3; wheels > main.ts:2",
      "9: either > main.ts:3; name ?> main.ts:1, main.ts:2",
      "10: fleet > main.ts:3; boat > main.ts:10; next > main.ts:1; name > main.ts:1",
      "11: Partial > nothing; Boat > main.ts:1",
      "12: partial > main.ts:11; name > main.ts:1",
      "13: Pick > nothing; Boat > main.ts:1; partial > main.ts:11; Boat > main.ts:1",
      "14: picked > main.ts:13; name ?> main.ts:1",
    ],
  ],
  [
    "a callback's parameters have the types that the function called gives them",
    {
      "main.ts": `class Boat { name = ""; }
function each(run: (boat: Boat) => void, options: { onEnd(last: Boat): void }) {}
each((boat) => boat.name, { onEnd: (last) => last.name });
each(function (boat) { boat.name; }, { onEnd(last) { last.name; } });
`,
    },
    "main.ts",
    [
      "2: Boat > main.ts:1; Boat > main.ts:1",
      "3: each > main.ts:2; boat > main.ts:3; name > main.ts:1; last > main.ts:3; name > main.ts:1",
      "4: each > main.ts:2; boat > main.ts:4; name > main.ts:1; last > main.ts:4; name > main.ts:1",
    ],
  ],
  [
    "what a function returns without saying so is known by what it returns",
    {
      "main.ts": `const make = () => ({ name: "", hull: { depth: 1 } });
function pick(first: boolean) { return first ? make() : null; }
const made = make();
made.hull.depth;
pick(true)?.name;
function loop() { return loop(); }
loop().name;
`,
    },
    "main.ts",
    [
      "2: first > main.ts:2; make > main.ts:1",
      "3: make > main.ts:1",
      "4: made > main.ts:3; hull > main.ts:1; depth > main.ts:1",
      "5: pick > main.ts:2; name > main.ts:1",
      "6: loop > main.ts:6",
      "7: loop > main.ts:6; name > nothing",
    ],
  ],
  [
    "decorators, enums, namespaces and assertions",
    {
      "main.ts": `function tag(kind: Kind) { return (target: unknown) => target; }
enum Kind { Small = 1, "Large" = Small }
namespace Yard { export const berth = { depth: 1 }; export namespace Inner { export class Dock {} } }
@tag(Kind.Small)
class Boat { @tag(Kind.Large) name = ""; constructor(@tag(Kind.Small) private crew: number) { this.crew; } }
Yard.berth.depth;
new Yard.Inner.Dock();
(<Boat>{}).name;
const fixed = { kind: Kind.Large } satisfies { kind: Kind };
fixed.kind;
`,
    },
    "main.ts",
    [
      "1: Kind > main.ts:2; target > main.ts:1",
      "2: Small > main.ts:2",
      "4: tag > main.ts:1; Kind > main.ts:2; Small > main.ts:2",
      "5: tag > main.ts:1; Kind > main.ts:2; Large > main.ts:2; tag > main.ts:1; Kind > main.ts:2; Small > main.ts:2; crew > main.ts:5",
      "6: Yard > main.ts:3; berth > main.ts:3; depth > main.ts:3",
      "7: Yard > main.ts:3; Inner > main.ts:3; Dock > main.ts:3",
      "8: Boat > main.ts:5; name > main.ts:5",
      "9: Kind > main.ts:2; Large > main.ts:2; Kind > main.ts:2",
      "10: fixed > main.ts:9; kind > main.ts:9",
    ],
  ],
  [
    "fields that a JavaScript constructor sets, and functions set on a prototype",
    {
      "main.js": `class Boat { constructor(crew) { this.crew = crew; this.engine = new Engine(); } run() { return this.engine.start(); } }
function Engine() {}
Engine.prototype.start = function () { return this; };
Boat.launch = function () { return new Boat(1); };
Boat.launch().engine;
new Engine().start();
`,
    },
    "main.js",
    [
      "1: crew > main.js:1; Engine > main.js:2; engine > main.js:1; start ?> main.js:3",
      "3: Engine > main.js:2; prototype > nothing",
      "4: Boat > main.js:1; Boat > main.js:1",
      "5: Boat > main.js:1; launch > main.js:4; engine > main.js:1",
      "6: Engine > main.js:2; start ?> main.js:3",
    ],
  ],
  [
    "components are called by their tags, and their attributes are their properties",
    {
      "card.tsx":
        "export function Card(props: { title: string; onOpen?: () => void }) { return <b>{props.title}</b>; }\n",
      "main.tsx": `import { Card } from "./card";
import * as all from "./card";
const title = "a";
export const page = <div title={title}><Card title={title} onOpen={() => title}>text title</Card><all.Card title="title" /></div>;
`,
    },
    "main.tsx",
    [
      "1: Card > card.tsx:1",
      "2: all > card.tsx:1",
      "4: title > main.tsx:3; Card > card.tsx:1; title > card.tsx:1; title > main.tsx:3; onOpen > card.tsx:1; title > main.tsx:3; Card > card.tsx:1; all > card.tsx:1; Card > card.tsx:1; title > card.tsx:1",
    ],
  ],
  [
    "the script of a single-file component is followed at the lines of the whole file",
    {
      "boat.ts": "export const boat = { name: 1 };\n",
      "Deck.vue": `<template>
  <p>{{ boat.name }}</p>
</template>
<script setup lang="ts">
import { boat } from "./boat";
const deck = boat.name;
</script>
`,
    },
    "Deck.vue",
    ["5: boat > boat.ts:1", "6: boat > boat.ts:1; name > boat.ts:1"],
  ],
  [
    "names in texts, comments and keys are none; in templates they are",
    {
      "main.ts": `const boat = 1;
const text = "boat" + \`boat \${boat} \${\`\${boat}\`}\` + /boat/.source; // boat
const other = { boat: 2, ["boat"]: 3, [boat]: 4, "a-b": 5 };
other.boat;
other["boat"];
`,
    },
    "main.ts",
    [
      "2: boat > main.ts:1; boat > main.ts:1; source > nothing",
      "3: boat > main.ts:1",
      "4: other > main.ts:3; boat > main.ts:3",
      "5: other > main.ts:3",
    ],
  ],
  [
    "lines end as they may, a byte order mark is no name, and columns count as strings do",
    { "main.ts": "\uFEFFconst größe = 1;\r\nconst text = '😀'; größe;\r\n/* 😀 */ größe" },
    "main.ts",
    ["2: größe > main.ts:1", "3: größe > main.ts:1"],
  ],
];

let open: EdgeCases;
beforeAll(async () => {
  open = await openEdgeCases([...modules, ...values]);
});
afterAll(() => open.close());

describe("modules of TypeScript and JavaScript", () => {
  it.each(modules)("%s", async (title, _files, _path, edges) => {
    expect(await open.edgesOf(title)).toEqual(edges);
  });
});

describe("values of TypeScript and JavaScript", () => {
  it.each(values)("%s", async (title, _files, _path, edges) => {
    expect(await open.edgesOf(title)).toEqual(edges);
  });
});
