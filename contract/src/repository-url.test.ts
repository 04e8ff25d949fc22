import { describe, expect, it } from "vitest";

import { parseRepositoryUrl } from "./repository-url.ts";

describe("parseRepositoryUrl", () => {
  it.each([
    ["https://github.com/acme/shop", "github.com", "acme/shop"],
    ["https://github.com/acme/shop.git", "github.com", "acme/shop"],
    ["https://github.com/acme/shop.git/", "github.com", "acme/shop"],
    ["http://git.example.com:8080/team/sub/shop.git", "git.example.com", "team/sub/shop"],
    ["HTTPS://GitHub.com/Acme/Shop", "github.com", "Acme/Shop"],
    ["https://user:secret@github.com/acme/shop.git", "github.com", "acme/shop"],
    ["ssh://git@github.com/acme/shop.git", "github.com", "acme/shop"],
    ["ssh://git@git.example.com:2222/acme/shop", "git.example.com", "acme/shop"],
    ["git@github.com:acme/shop.git", "github.com", "acme/shop"],
    ["git@github.com:acme/shop", "github.com", "acme/shop"],
    ["git@git.example.com:/srv/shop.git", "git.example.com", "srv/shop"],
    ["https://[2001:db8::1]:8443/acme/shop.git", "[2001:db8::1]", "acme/shop"],
    ["https://git.example.com:8080//team//shop//", "git.example.com", "team//shop"],
    ["git@git.example.com://srv/shop.git//", "git.example.com", "srv/shop"],
    ["  https://github.com/acme/my.git-tools.git \n", "github.com", "acme/my.git-tools"],
    ["https://dev.azure.com/acme/My%20Team/_git/shop", "dev.azure.com", "acme/My%20Team/_git/shop"],
  ])("reads %s", (url, host, path) => {
    expect(parseRepositoryUrl(url)).toEqual({ host, path });
  });

  it.each([
    "",
    "github.com/acme/shop",
    "https://github.com",
    "https://github.com/",
    "https://github.com/.git",
    "https://github.com///",
    "https://github.com//?tab=code",
    "git@github.com",
    "git@:acme/shop",
    "git@-oProxyCommand=x:acme/shop",
    "ssh://-oProxyCommand=touch/x",
    "ftp://github.com/acme/shop",
    "file:///srv/shop.git",
    "ext::sh -c touch% /tmp/x",
    "https://github.com/acme shop",
    "/srv/shop.git",
    "not a url",
  ])("finds no host and no path in %j", (url) => {
    expect(parseRepositoryUrl(url)).toEqual({ host: "", path: "" });
  });
});
