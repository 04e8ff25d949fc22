import { describe, expect, it } from "vitest";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { factsOf } from "#server/code-index/testing/facts-as-text.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { taskFiles } from "./task-files.ts";

async function scriptsOf(path: string, text: string): Promise<unknown[][]> {
  const { scripts } = await factsOf(path, text);
  return scripts.map(({ runner, name, command, about, line }) => [runner, name, command, about, line]);
}

describe("the commands of a file", () => {
  it.each(taskFiles.map(({ role, example }) => [role, example] as const))("such as a %s", async (role, example) => {
    expect(classifyPath(example.path).role).toBe(role);
    expect(await scriptsOf(example.path, example.text)).toEqual(example.commands);
  });

  it("are none of a file with another name", async () => {
    expect(await scriptsOf("ci.yml", "jobs:\n  test:\n    steps:\n      - run: x\n")).toEqual([]);
    expect(await scriptsOf("src/test", "#!/bin/sh\nx\n")).toEqual([]);
  });
});

describe("a script of a shell", () => {
  it.each([
    ["at its head", "#!/bin/sh\n# Tests all the boats.\ngo test\n", "Tests all the boats."],
    ["apart from what follows", "#!/bin/sh\n\n# Tests all the boats.\n\nif x; then y; fi\n", "Tests all the boats."],
    ["before its options are set", "#!/bin/sh\n\n# Tests all the boats.\nset -e\ngo test\n", "Tests all the boats."],
    ["on its first statement", "#!/bin/sh\n\n# Check if gotestfmt is there\nif ! x; then y; fi\ngo test\n", null],
    ["on a condition right at its head", "#!/bin/sh\n# Check if gotestfmt is there\nif ! x; then y; fi\n", null],
    ["on a later statement", "#!/bin/sh\nINPUT=a\n\n# Detect support of avx2\n\ngo test\n", null],
  ])("is explained by a comment %s or by none", async (_place, text, about) => {
    const [script] = await scriptsOf("scripts/test.sh", text);
    expect(script?.[3]).toBe(about);
  });
});

describe("a Makefile", () => {
  it("has no variables, patterns, special targets and files among its commands", async () => {
    const text = `CC := gcc
FLAGS ?= -O2
SELF = $(SELF)x
all: build test
build: main.o
	@$(CC) $(FLAGS) -o app main.o
	-rm -f $(shell date) $(NONE) $$HOME $(SELF)

# former:
%.o: %.c
	$(CC) -c $<
docs/html: docs
test::
	go test ./...
LIST = a:b
target: VAR = 1
`;
    const [all, build, test, ...others] = await scriptsOf("Makefile", text);
    expect([all, test]).toEqual([
      ["make", "all", "make build test", null, 4],
      ["make", "test", "go test ./...", null, 13],
    ]);
    expect(build?.[2]).toMatch(/^gcc -O2 -o app main\.o\nrm -f \$\(shell date\) \$\(NONE\) \$HOME \$\(SELF\)x/);
    expect(others).toEqual([]);
  });

  it("is explained by the comment above a target, and by a list of them", async () => {
    const text = "## moor: Moors all boats\n\n# Builds the whole quay\nbuild:\n\tx\n\n# ----\nmoor:\n\ty\n";
    expect(await scriptsOf("scripts/release.mk", text)).toEqual([
      ["make", "build", "x", "Builds the whole quay", 4],
      ["make", "moor", "y", "Moors all boats", 8],
    ]);
  });

  it("that multiplies its variables costs little", async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `V${at} = ${`$(V${at + 1})`.repeat(80)}`);
    const clock = startCpuClock();
    const [one] = await scriptsOf("Makefile", `${lines.join("\n")}\nV60 = x\nrun:\n\t$(V0)\n`);
    expect(String(one?.[2]).length).toBeLessThanOrEqual(500);
    expect(clock()).toBeLessThan(1000);
  });
});

it("keeps the beginning of a long recipe", async () => {
  const text = `build:\n${"\techo a long step of a build\n".repeat(40)}`;
  const { scripts } = await factsOf("Makefile", text);
  expect(scripts.map(({ command }) => command.length)).toEqual([500]);
});

it("reads the tasks of a Taskfile that refers to itself, as far as there are any", async () => {
  expect(await scriptsOf("Taskfile.yaml", "tasks: &all\n  run: *all\n  dev: x\n")).toEqual([
    ["taskfile", "run", "", null, 2],
    ["taskfile", "dev", "x", null, 3],
  ]);
  expect(await scriptsOf("Taskfile.yaml", "tasks: [[[")).toEqual([]);
});
