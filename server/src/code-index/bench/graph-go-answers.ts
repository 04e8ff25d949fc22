import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Compiler, SourcePosition } from "./graph-answers.ts";

const locations = ["/usr/local/go/bin/go", "/usr/bin/go", "/usr/lib/go-1.19/bin/go"];

/** Go's own type checker (`go/types`), run once over the checkout. Packages from outside are not there for it. */
export function openGo(checkout: string): Compiler {
  const go = locations.find((path) => existsSync(path));
  if (go === undefined) throw new Error(`no Go compiler in ${locations.join(", ")}`);
  const program = fileURLToPath(new URL("./graph-go-answers.go", import.meta.url));
  const output = execFileSync(go, ["run", program, checkout], {
    env: { ...process.env, GO111MODULE: "off", GOFLAGS: "" },
    maxBuffer: 1 << 30,
  }).toString();
  const definitions = new Map<string, { inside: SourcePosition[]; isOutside: boolean }>();
  const references = new Map<string, SourcePosition[]>();
  for (const line of output.split("\n")) {
    const [path = "", at = "0", column = "0", target = "", targetLine = "0", targetColumn = "0"] = line.split("\t");
    if (path === "") continue;
    const location = { path, line: Number(at), column: Number(column) };
    const inside = target === "" ? [] : [{ path: target, line: Number(targetLine), column: Number(targetColumn) }];
    definitions.set(keyOf(location), { inside, isOutside: target === "" });
    for (const found of inside) {
      const list = references.get(keyOf(found));
      if (list === undefined) references.set(keyOf(found), [location]);
      else list.push(location);
    }
  }
  return {
    isName: () => true,
    definitions: async (location) => definitions.get(keyOf(location)) ?? null,
    references: async (location) => references.get(keyOf(location)) ?? [],
    close: () => undefined,
  };
}

function keyOf({ path, line, column }: SourcePosition): string {
  return `${path} ${line} ${column}`;
}
