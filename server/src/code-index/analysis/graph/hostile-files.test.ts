import { expect, it } from "vitest";

import { buildTestGraph } from "#server/code-index/testing/build-test-graph.ts";

const deep = 3000;

it("answers from the files around one whose parse never ends, one nested without end, and one cut in half", async () => {
  const graph = await buildTestGraph({
    "a.ts": `export function shared(): number { return 1; }\n`,
    "endless.ts": `shared();\n${"/*\n".repeat(40_000)}`,
    "nested.ts": `import { shared } from "./a";\nconst x = ${"[".repeat(deep)}shared${"]".repeat(deep)};\n`,
    "half.ts": `import { shared } from "./a";\nshared();\nfunction broken( {\n`,
    "circle-a.ts": `export * from "./circle-b";\nexport { lost } from "./circle-b";\n`,
    "circle-b.ts": `export * from "./circle-a";\nexport { lost } from "./circle-a";\nlost();\n`,
    "circle.ts":
      "type A = B;\ntype B = A;\ndeclare const a: A;\na.nothing();\nfor (const one of a) one.nothing;\na().nothing;\n",
    "chain.ts": `const a = b${".c()".repeat(5000)};\na.nothing;\n`,
    "circle.py": "class A(B): pass\nclass B(A): pass\nA().nothing\na = b\nb = a\na.nothing\n",
  });
  try {
    const references = await graph.references("a.ts", "|shared");
    expect(references).toContain("a.ts:1 declaration");
    expect(references).toContain("half.ts:2 call");
    expect(await graph.definition("circle-b.ts", "|lost();")).toBe("nothing");
    expect(await graph.definition("circle.py", "A().|nothing")).toBe("nothing");
    expect(await graph.definition("circle.py", "a.|nothing")).toBe("nothing");
    expect(await graph.definition("circle.ts", "a.|nothing")).toBe("nothing");
    expect(await graph.definition("circle.ts", "one.|nothing")).toBe("nothing");
    expect(await graph.definition("circle.ts", "a().|nothing")).toBe("nothing");
    expect(await graph.definition("chain.ts", "a.|nothing")).toBe("nothing");
    expect(await graph.definition("endless.ts", "|shared")).toBe("nothing");
  } finally {
    graph.close();
  }
});
