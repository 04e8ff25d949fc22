import { AppError } from "@cairn/contract/errors";
import { describe, expect, it } from "vitest";

import { createEgress } from "./resolve-address.ts";

const publicAddress = "140.82.121.4";

/** Names that resolve like ordinary, hostile and careless zones do. */
const zone: Record<string, string[]> = {
  "github.com": [publicAddress],
  "dual.example.com": [publicAddress, "2606:50c0:8000::154"],
  "half.example.com": [publicAddress, "10.0.0.5"],
  "inside.example.com": ["127.0.0.10"],
  "metadata.example.com": ["169.254.169.254"],
  "mapped.example.com": ["::ffff:127.0.0.1"],
  "six.example.com": ["::1"],
  "nothing.example.com": [],
  localhost: ["127.0.0.1"],
  "xn--bcher-kva.de": [publicAddress],
};

async function lookup(host: string): Promise<string[]> {
  const found = zone[host];
  if (found === undefined) throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
  return found;
}

const egress = createEgress({ allow: "", lookup });

async function refusalOf(url: string, allow = ""): Promise<AppError> {
  const outcome: unknown = await createEgress({ allow, lookup })
    .checkUrl(url)
    .catch((error: unknown) => error);
  if (!(outcome instanceof AppError)) throw new Error(`${url} was not refused`);
  return outcome;
}

describe("checkUrl", () => {
  it("accepts public https addresses and says where to connect", async () => {
    expect(await egress.checkUrl("https://github.com/acme/shop.git")).toMatchObject({
      host: "github.com",
      port: 443,
      addresses: [publicAddress],
    });
    expect(await egress.checkUrl("HTTPS://GitHub.com:8443/x")).toMatchObject({ host: "github.com", port: 8443 });
    expect((await egress.checkUrl("https://dual.example.com/")).addresses).toHaveLength(2);
    expect(await egress.checkUrl(`https://${publicAddress}/x`)).toMatchObject({ addresses: [publicAddress] });
    expect(await egress.checkUrl("https://[2606:50c0:8000::154]/x")).toMatchObject({ host: "2606:50c0:8000::154" });
  });

  it.each([
    // The same loopback address, spelled for careless parsers.
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.0.1/",
    "https://0x7f.1/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://2130706433/",
    "https://0127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.000.000.001/",
    "https://①②⑦.0.0.1/",
    "https://127。0。0。1/",
    "https://127.0.0.1/",
    "https://127%2e0%2e0%2e1/",
    "https://%31%32%37.0.0.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:0:127.0.0.1]/",
    // Other networks nobody outside may reach through us.
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://192.0.0.192/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[100::1]/",
    // Names.
    "https://localhost/",
    "https://localhost./",
    "https://LOCALHOST/",
    "https://inside.example.com/",
    "https://half.example.com/",
    "https://metadata.example.com/",
    "https://mapped.example.com/",
    "https://six.example.com/",
    "https://nothing.example.com/",
    "https://github.com./",
    "https://github..com/",
    "https://-oProxyCommand=x/",
    "https://bücher.de/",
    "https://gıthub.com/",
    // Who is the host here?
    "https://github.com@127.0.0.1/",
    "https://user:secret@github.com/",
    "https://github.com:443@inside.example.com/",
    "https://github.com\\@127.0.0.1/",
    "https://127.0.0.1\\.github.com/",
    "https://github.com%00.example.com/",
    "https://github.com\u0000.example.com/",
    "https://git\thub.com/",
    "https://github.com/\r\nHost: 127.0.0.1",
    " https://github.com/",
    "https://github.com /",
    "https:///127.0.0.1/",
    "https:github.com",
    "https:/\\github.com",
    "//github.com/",
    "github.com/acme",
    "https://",
    "",
    // Ways other than https.
    "http://github.com/",
    "file:///etc/passwd",
    "ftp://github.com/",
    "gopher://127.0.0.1:6379/_",
    "ext::sh -c id",
    "git://github.com/acme/shop",
    "javascript:alert(1)",
    "https://github.com:22/",
    "https://github.com:6379/",
    "https://github.com:0/",
    "https://github.com:99999/",
  ])("refuses %j", async (url) => {
    expect((await refusalOf(url)).code).toBe("invalid_input");
  });

  it("names the cause", async () => {
    expect((await refusalOf("https://10.0.0.1/")).message).toContain("10.0.0.1 is a private address");
    expect((await refusalOf("https://inside.example.com/")).message).toContain("leads to a private address");
    expect((await refusalOf("ftp://github.com/")).message).toContain("ftp:// are not supported");
    expect((await refusalOf("https://a:b@github.com/")).message).toContain("user name or password");
    expect((await refusalOf("https://missing.example.com/")).message).toContain("no host named missing.example.com");
    expect((await refusalOf("http://github.com/")).message).toContain("Plain http");
    expect((await refusalOf("https://127.1/")).message).toContain("spelled in an odd way");
    expect((await refusalOf("https://github.com:25/")).message).toContain("Port 25");
    expect((await refusalOf("https://a:hunter2@github.com/")).message).not.toContain("hunter2");
  });

  it("lets exactly the named exceptions through", async () => {
    const allow = "127.0.0.10:3000, inside.example.com:80,[::1]:9000";
    const allowing = createEgress({ allow, lookup });
    expect(await allowing.checkUrl("http://127.0.0.10:3000/x.git")).toMatchObject({ addresses: ["127.0.0.10"] });
    expect(await allowing.checkUrl("http://inside.example.com/")).toMatchObject({
      port: 80,
      addresses: ["127.0.0.10"],
    });
    expect(await allowing.checkUrl("http://inside.example.com:3000/")).toMatchObject({ port: 3000 });
    expect(await allowing.checkUrl("http://[0:0::1]:9000/")).toMatchObject({ host: "::1" });
    for (const url of [
      "http://127.0.0.10:3001/",
      "http://127.0.0.11:3000/",
      "https://127.0.0.10/",
      "http://inside.example.com:81/",
      "http://2130706442:3000/",
      "http://user@127.0.0.10:3000/",
      "http://half.example.com:3000/",
      "ftp://127.0.0.10:3000/",
    ]) {
      expect((await refusalOf(url, allow)).code).toBe("invalid_input");
    }
  });

  it("says which entry of EGRESS_ALLOW it cannot read", () => {
    expect(() => createEgress({ allow: "git.example.com" })).toThrow('"git.example.com" is not host:port');
    expect(() => createEgress({ allow: "http://git.example.com:80" })).toThrow("is not host:port");
  });

  it("tells a look-up that failed for now from a host that does not exist", async () => {
    const failing = createEgress({
      allow: "",
      lookup: async () => {
        throw Object.assign(new Error("getaddrinfo"), { code: "EAI_AGAIN" });
      },
    });
    await expect(failing.checkUrl("https://github.com/")).rejects.toMatchObject({ code: "vendor_unavailable" });
  });

  it("asks the machine's resolver when it is given none", async () => {
    await expect(createEgress({ allow: "" }).checkUrl("https://localhost/")).rejects.toThrow(
      "leads to a private address",
    );
  });
});

describe("checkHost", () => {
  it("accepts public hosts on the ports of SSH and whatever EGRESS_ALLOW names", async () => {
    expect(await egress.checkHost({ host: "GitHub.com", port: 22 })).toEqual({
      host: "github.com",
      port: 22,
      addresses: [publicAddress],
    });
    expect(await egress.checkHost({ host: "2606:50c0:8000::154", port: 443 })).toMatchObject({ port: 443 });
    const allowing = createEgress({ allow: "inside.example.com:2222", lookup });
    expect(await allowing.checkHost({ host: "inside.example.com", port: 2222 })).toMatchObject({
      addresses: ["127.0.0.10"],
    });
    await expect(allowing.checkHost({ host: "inside.example.com", port: 22 })).rejects.toThrow("private address");
  });

  it.each([
    ["github.com", 2222, "Port 2222 is not allowed unless EGRESS_ALLOW names github.com:2222."],
    ["github.com", 8443, "Port 8443"],
    ["half.example.com", 22, "private address"],
    ["::1", 22, "private address"],
    ["127.1", 22, "odd way"],
    ["2130706433", 22, "odd way"],
    ["github.com.", 22, "odd way"],
    ["github.com/x", 22, "odd way"],
    ["github.com#", 22, "odd way"],
    ["user@github.com", 22, "odd way"],
    ["-oProxyCommand=x", 22, "odd way"],
    ["github.com:80", 22, "not a valid host name"],
    ["a b", 22, "not a valid host name"],
    ["", 22, "not a valid host name"],
    ["missing.example.com", 22, "no host named missing.example.com"],
  ])("refuses %s on port %i", async (host, port, message) => {
    const refused = egress.checkHost({ host, port });
    await expect(refused).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining(message) });
  });
});
