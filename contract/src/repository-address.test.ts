import { expect, it } from "vitest";

import { nameOfAddress, readRepositoryAddress, repositoryAddressSchema } from "./repository-address.ts";

it.each([
  ["https://github.com/acme/shop.git", { type: "url", url: "https://github.com/acme/shop.git" }, "shop"],
  ["  http://127.0.0.1:8080/shop.git ", { type: "url", url: "http://127.0.0.1:8080/shop.git" }, "shop"],
  ["git clone --depth 1 https://host.test/a/b", { type: "url", url: "https://host.test/a/b" }, "b"],
  ["git clone https://host.test/a/b.git folder", { type: "url", url: "https://host.test/a/b.git" }, "b"],
  ["gitlab.com/group/sub/shop", { type: "url", url: "https://gitlab.com/group/sub/shop" }, "shop"],
  ["https://github.com/acme/shop/tree/main/apps/web", { type: "url", url: "https://github.com/acme/shop" }, "shop"],
  ["git@host.test:acme/shop.git", { type: "ssh", url: "git@host.test:acme/shop.git" }, "shop"],
  ["ssh://git@host.test:22/acme/shop", { type: "ssh", url: "ssh://git@host.test:22/acme/shop" }, "shop"],
  ["acme/shop", { type: "github", owner: "acme", repo: "shop" }, "shop"],
  ["acme/shop.git", { type: "github", owner: "acme", repo: "shop" }, "shop"],
])("reads %j", (typed, address, name) => {
  const read = readRepositoryAddress(typed);
  expect(read).toEqual(address);
  expect(read && nameOfAddress(read)).toBe(name);
});

it.each([
  "",
  "shop",
  "file:///etc/passwd",
  "/home/ada/shop",
  "C:\\shop",
  "https://host.test",
  "--upload-pack=x",
  "a b/c",
])("refuses %j", (typed) => {
  expect(readRepositoryAddress(typed)).toBeNull();
  expect(repositoryAddressSchema.safeParse(typed).success).toBe(false);
});

it("says of an address for SSH what such a one looks like", () => {
  expect(repositoryAddressSchema.safeParse("git@host.test").error?.issues[0]?.message).toBe(
    "Invalid Git URL. Must start with git@",
  );
});
