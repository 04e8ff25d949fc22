import { describe, expect, it } from "vitest";

import { hostAlias, parseSshAddress } from "./parse-ssh-address.ts";

describe("parseSshAddress", () => {
  it.each([
    ["git@github.com:acme/shop.git", { user: "git", host: "github.com", port: 22, path: "acme/shop.git" }],
    ["ssh://git@github.com/acme/shop.git", { user: "git", host: "github.com", port: 22, path: "/acme/shop.git" }],
    [
      "SSH://Deploy_1@git.example.com:2222/~ada/x",
      { user: "Deploy_1", host: "git.example.com", port: 2222, path: "/~ada/x" },
    ],
    ["ssh://[2606:50c0:8000::154]:443/x", { user: "git", host: "2606:50c0:8000::154", port: 443, path: "/x" }],
    ["ssh://org@vs-ssh.example.com/v3/org/My%20Project/x", { user: "org", path: "/v3/org/My%20Project/x" }],
    ["git@host:/srv/git/x.git", { path: "/srv/git/x.git" }],
    ["git@host:~ada/x.git", { path: "~ada/x.git" }],
    ["git@host:$(id)'`\"x", { path: "$(id)'`\"x" }],
  ])("reads %s", (text, address) => {
    expect(parseSshAddress(text)).toMatchObject(address);
  });

  it.each([
    "",
    "git@",
    "git@host",
    "git@host:",
    "git@host:/",
    "host:path",
    "ssh://",
    "ssh://host",
    "ssh://host/",
    "ssh:///path",
    "ssh://host:0/x",
    "ssh://host:65536/x",
    "ssh://host:22x/x",
    "ssh://git:secret@host/x",
    "ssh://@host/x",
    "https://git@host/x",
    "file:///etc/passwd",
    "ext::sh -c id",
    "ext::sh%20-c%20id",
    "git@ext::id",
    "-oProxyCommand=id",
    "--upload-pack=id",
    "ssh://-oProxyCommand=id/x",
    "ssh://git@-oProxyCommand=id/x",
    "ssh://-oProxyCommand=id@host/x",
    "ssh://-lroot@host/x",
    "git@-oProxyCommand=id:x",
    "-oProxyCommand=id@host:x",
    "git@host:-oProxyCommand=id",
    "git@host:--upload-pack=id",
    "ssh://git@host/--upload-pack=id",
    "ssh://git@host/-x",
    "ssh://gi$(id)t@host/x",
    "ssh://g;id@host/x",
    "ssh://g%20it@host/x",
    "git@ho st:x",
    "git@host:a b",
    "git@host:a\nHost *",
    "ssh://git@host/a%0aHost%20evil",
    "ssh://git@host/a%00b",
    "ssh://git@host/a%7fb",
    "git@host:a\0b",
    "git@host:a\\b",
    " git@host:x",
    "git@host\r\n:x",
    "ssh://git@a@b/x",
    "ssh://git@a[b]/x",
  ])("refuses %j", (text) => {
    expect(() => parseSshAddress(text)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("shows no password that was in an address", () => {
    expect(() => parseSshAddress("ssh://git:hunter2@host/x")).toThrow(/^(?!.*hunter2).*password/);
  });

  it("names hosts as known_hosts does", () => {
    expect(hostAlias({ host: "GitHub.com", port: 22 })).toBe("github.com");
    expect(hostAlias({ host: "::1", port: 2222 })).toBe("[::1]:2222");
  });
});
