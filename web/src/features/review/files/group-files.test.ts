import type { ReviewedFile } from "@cairn/contract/implementations";
import type { Service } from "@cairn/contract/services";
import { expect, it } from "vitest";

import { groupFiles } from "./group-files.ts";

const file = (path: string) => ({ path }) as ReviewedFile;
const service = (name: string, workingPath: string, repositoryId = "one") =>
  ({ name, workingPath, repository: { repositoryId } }) as Service;
const services = [
  service("All", "/"),
  service("Board", "/apps/board/"),
  service("Apps", "apps"),
  service("Far", "/", "two"),
];
const group = (paths: string[], words = "", own = services) =>
  groupFiles(paths.map(file), { services: own, repositoryId: "one", words }).map((one) => [
    one.service,
    one.files.map(({ path }) => path),
  ]);

it("puts files with the service whose folder is the nearest around them", () => {
  expect(group(["apps/board/a.ts", "apps/boards/b.ts", "c.ts", "apps/board/d.ts"])).toEqual([
    ["Board", ["apps/board/a.ts", "apps/board/d.ts"]],
    ["Apps", ["apps/boards/b.ts"]],
    ["All", ["c.ts"]],
  ]);
});

it("has those of no service last", () => {
  expect(group(["a.ts", "apps/board/b.ts"], "", services.slice(1))).toEqual([
    ["Board", ["apps/board/b.ts"]],
    [null, ["a.ts"]],
  ]);
});

it("leaves out what does not hold all of the words", () => {
  expect(group(["apps/board/Tide.ts", "apps/board/delay.ts", "tide.ts"], "tide  BOARD")).toEqual([
    ["Board", ["apps/board/Tide.ts"]],
  ]);
  expect(group(["a.ts"], "b")).toEqual([]);
});
