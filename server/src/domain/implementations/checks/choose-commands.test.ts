import { execFileSync } from "node:child_process";

import { expect, it } from "vitest";

import { combineCommands, findTouched } from "./choose-commands.ts";

const service = (folder: string, commands: Partial<Record<"install" | "build" | "test" | "lint", string>> = {}) => ({
  folder,
  install: null,
  build: null,
  test: null,
  lint: null,
  ...commands,
});
const folders = (services: { folder: string }[]) => services.map(({ folder }) => folder);

it("takes the services whose folder is the nearest around what is changed", () => {
  const services = [service("web"), service(""), service("web/admin"), service("api")];
  expect(folders(findTouched(services, ["web/a.ts"]))).toEqual(["web"]);
  expect(folders(findTouched(services, ["web/admin/a.ts", "api/b.ts"]))).toEqual(["api", "web/admin"]);
  expect(folders(findTouched(services, ["README.md", "website/a.ts"]))).toEqual([""]);
  expect(findTouched([service("web"), service("api")], ["README.md", "website/a.ts"])).toEqual([]);
});

function exitOf(command: string | null): string {
  const script = `${command}`.replaceAll("cd 'web' && ", "").replaceAll("cd 'it'\\''s' && ", "");
  return execFileSync("/bin/sh", ["-c", `(${script}); echo $?`], { encoding: "utf8" })
    .trim()
    .replaceAll("\n", " ");
}

it("runs the tests of all of them and fails where one does; what prepares stops at the first that fails", () => {
  const web = service("web", { install: "false", test: "echo web; false", lint: "true" });
  const other = service("it's", { install: "echo other", test: "echo other" });
  const combined = combineCommands([web, other]);
  expect(combined).toMatchObject({ folder: "", build: null, lint: "(cd 'web' && true)" });
  expect(exitOf(combined.test)).toBe("web other 1");
  expect(exitOf(combined.install)).toBe("1");
  expect(combined.install).toContain("(cd 'it'\\''s' && echo other)");
});
