import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { findModules } from "./find-modules.ts";
import { mostParts } from "./find-parts.ts";

const project = (...references: string[]) =>
  `<Project>${references.map((name) => `<ProjectReference Include="..\\${name}\\${name}.csproj" />`).join("")}</Project>`;
/** A class of its namespace that names others. */
const type = (namespace: string, name: string, ...used: string[]) =>
  `${namespace === "port.Base" ? "" : "using port.Base;\n"}namespace ${namespace};\n\npublic class ${name} { ${used.map((one, at) => `${one} x${at};`).join(" ")} }\n`;

/**
 * Every project has a Clock and a Berth in one namespace: by names alone each would lead to each. The program refers to
 * Core, and by it to Base; nobody refers to Old.
 */
const dotnet: Record<string, string> = {
  "src/Api/Api.csproj": project("Core"),
  "src/Api/Orders/Order.cs": type("port.Api", "Order", "Berth", "Tide"),
  "src/Api/Quays/Quay.cs": type("port.Api", "Quay", "Order"),
  "src/Core/Core.csproj": project("Base"),
  "src/Core/Tides/Tide.cs": type("port.Base", "Tide", "Clock"),
  "src/Core/Berths/Berth.cs": type("port.Base", "Berth"),
  "src/Base/Base.csproj": project(),
  "src/Base/Clock.cs": type("port.Base", "Clock"),
  "src/Old/Old.csproj": project("Api"),
  "src/Old/Berth.cs": type("port.Base", "Berth"),
  "src/Old/Clock.cs": type("port.Base", "Clock"),
  "src/Old/Legacy.cs": type("port.Base", "Legacy"),
  "src/Core/Berths/Wish.cs": type("port.Base", "Wish", "Legacy"),
};

/** The crate `api` takes in `store`; one that is called as a module of `api`, and `clock`, are not taken in. */
const rust: Record<string, string> = {
  "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
  "crates/api/Cargo.toml": '[package]\nname = "api"\n\n[dependencies]\nstore = { path = "../store" }\n',
  "crates/api/src/main.rs": "mod routes;\nmod views;\nuse routes::list;\n\nfn main() { list(); }\n",
  "crates/api/src/routes/mod.rs": "use crate::views::show;\nuse store::ship::Ship;\nuse clock::now;\n\npub fn list() { show(); now(); }\n",
  "crates/api/src/views/mod.rs": "pub fn show() {}\n",
  "crates/store/Cargo.toml": '[package]\nname = "store"\n',
  "crates/store/src/lib.rs": "pub mod ship;\n",
  "crates/store/src/ship.rs": "pub struct Ship;\n",
  "crates/views/Cargo.toml": '[package]\nname = "views"\n',
  "crates/views/src/lib.rs": "pub fn show() {}\n",
  "crates/clock/Cargo.toml": '[package]\nname = "clock"\n',
  "crates/clock/src/lib.rs": "pub fn now() {}\n",
}; // prettier-ignore

const many: Record<string, string> = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [
    `app/part${at}/x.ts`,
    `import "../part${(at + 1) % 20}/x.ts";\nimport "../../shared/lib${at}/y.ts";\n${"export const z = 1;\n".repeat(30)}`,
  ]),
);
for (let at = 0; at < 20; at += 1) {
  many[`shared/lib${at}/y.ts`] = "export const y = 1;\n";
  many[`shared/lib${at}/package.json`] = `{ "name": "lib${at}" }\n`;
}

let repositories: Record<"dotnet" | "rust" | "many", IndexedFiles>;
beforeAll(async () => {
  const index = (name: string, files: Record<string, string>) => indexFiles(name, [{ message: "Begin", files }]);
  const [one, other, last] = await Promise.all([index("dotnet", dotnet), index("rust", rust), index("many", many)]);
  repositories = { dotnet: one, rust: other, many: last };
});
afterAll(() => Promise.all(Object.values(repositories).map((one) => one.remove())));

const modulesOf = (name: keyof typeof repositories, folder: string) =>
  findModules(openScope(repositories[name], folder));
const arrows = ({ edges }: ReturnType<typeof findModules>) => edges.map(({ from, to }) => `${from} > ${to}`).toSorted();
const paths = (parts: readonly { path: string }[]) => parts.map(({ path }) => path).toSorted();

describe("modules", () => {
  it("of projects are joined where the build declares the reference, directly or by others, and nowhere else", () => {
    expect(arrows(modulesOf("dotnet", "/src/Api"))).toEqual([
      "src/Api/Orders > src/Core",
      "src/Api/Quays > src/Api/Orders",
      "src/Core > src/Base",
    ]);
  });

  it("of one program are its folders, with each package that its code reaches as one box", () => {
    const { own, used } = modulesOf("dotnet", "/src/Api");
    expect(paths(own)).toEqual(["src/Api/Orders", "src/Api/Quays"]);
    expect(used.map(({ kind, name, path }) => `${kind} ${name} in ${path}`).toSorted()).toEqual([
      "package Base in src/Base",
      "package Core in src/Core",
    ]);
  });

  it("rest on the line of an import", () => {
    const edge = modulesOf("dotnet", "/src/Api").edges.find(({ to }) => to === "src/Base");
    expect(edge).toMatchObject({ count: 1, examples: [{ path: "src/Core/Tides/Tide.cs", line: 3 }] });
  });

  it("of crates are joined with those that are taken in alone", () => {
    const found = modulesOf("rust", "/crates/api");
    expect(paths(found.used)).toEqual(["crates/store"]);
    expect(arrows(found)).toContain("crates/api/src/routes > crates/store");
    expect(arrows(found)).toContain("crates/api/src/routes > crates/api/src/views");
  });

  it("are no more than fit a picture, own ones and used ones", () => {
    const { own, used, edges } = modulesOf("many", "/app");
    expect([own.length, used.length]).toEqual([mostParts - mostParts / 2, mostParts / 2]);
    const shown = new Set([...own, ...used].map(({ path }) => path));
    expect(edges.every(({ from, to }) => shown.has(from) && shown.has(to))).toBe(true);
  });
});
