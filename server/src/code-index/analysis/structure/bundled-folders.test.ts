import { expect, it } from "vitest";

import { findBundledFolders } from "./bundled-folders.ts";

it("finds libraries of others by the licenses that they bring along", () => {
  const one = ["LICENSE", "libs/ropes/LICENSE", "libs/ropes/src/rope.php", "libs/own/boat.php", "libs/tides.php"];
  expect(findBundledFolders(one)).toEqual(["libs/ropes/"]);
  expect(findBundledFolders(["COPYING", "server/lib/knots/ropes/LICENSE.txt", "server/lib/boats/boat.c"])).toEqual([
    "server/lib/knots/",
  ]);
});

it("finds them by a folder of licenses too", () => {
  const paths = [
    "LICENSE",
    "lib/author/feeds/LICENSES/MIT.txt",
    "lib/author/feeds/src/feed.php",
    "lib/own/src/boat.php",
  ];
  expect(findBundledFolders(paths)).toEqual(["lib/author/"]);
});

it("takes a whole place for others' code where most of it is", () => {
  const most = ["a", "b", "c"].map((name) => `libs/${name}/LICENSE`);
  expect(findBundledFolders(["LICENSE", ...most, "libs/d/d.php"])).toEqual(["libs/"]);
  expect(findBundledFolders(["LICENSE", ...most, ...["d", "e", "f"].map((name) => `libs/${name}/x.php`)])).toEqual(
    ["a", "b", "c"].map((name) => `libs/${name}/`),
  );
  const four = [...most, "libs/d/LICENSE", "libs/own/boat.php", "libs/other/pier.php"];
  expect(findBundledFolders(["LICENSE", ...four])).toEqual(["a", "b", "c", "d"].map((name) => `libs/${name}/`));
});

it("leaves a program its own folders", () => {
  expect(findBundledFolders(["libs/ropes/LICENSE", "libs/ropes/rope.php"])).toEqual([]);
  expect(findBundledFolders(["LICENSE", "packages/boats/LICENSE", "lib/LICENSE", "lib/boats.rb"])).toEqual([]);
});
