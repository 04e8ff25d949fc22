import { createServer, type AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { AppError } from "@cairn/contract/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";

import type { CrawlLimits } from "./crawler-port.ts";
import { createCrawler } from "./create-crawler.ts";
import { startWebSite, type Page, type WebSite } from "./testing/web-site.ts";

let site: WebSite;
beforeEach(async () => {
  site = await startWebSite();
});
afterEach(() => site.close());

const never = new AbortController().signal;
const article = "<main><h1>Tides</h1><p>High water at the north quay comes twice a day.</p></main>";
const markdown = "## Tides\n\nHigh water at the north quay comes twice a day.";

async function read(path: string, limits: Partial<CrawlLimits> = {}, signal = never): Promise<string> {
  return createCrawler({ egress: site.egress, limits }).readPage(`${site.origin}${path}`, { signal });
}

async function failureOf(path: string, limits: Partial<CrawlLimits> = {}): Promise<string> {
  return messageOf(read(path, limits));
}

async function messageOf(outcome: Promise<string>): Promise<string> {
  const error: unknown = await outcome.catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error(`It did not fail as it should: ${String(error)}`);
  return error.message;
}

/** Answers like a good server, but for what is said. */
function page(body: string | Buffer, headers: Record<string, string> = {}): Page {
  return (_request, response) =>
    void response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
}

function redirect(location: string): Page {
  return (_request, response) => void response.writeHead(302, { location }).end();
}

describe("a page", () => {
  it("is asked for by name, without cookies, credentials or a referrer", async () => {
    let headers: Record<string, unknown> = {};
    site.pages["/tides"] = (request, response) => {
      headers = request.headers;
      response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=b" }).end(article);
    };
    expect(await read("/tides?day=1#noon")).toBe(markdown);
    expect(headers).toMatchObject({ host: `pages.test:${site.port}`, "user-agent": "CairnBot/0.1.0" });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["cookie"]));
    expect(headers).not.toHaveProperty("referer");
    expect(headers).not.toHaveProperty("authorization");
  });

  it.each([
    ["gzip", gzipSync(article)],
    ["br", brotliCompressSync(article)],
  ])("is read when it comes as %s", async (encoding, bytes) => {
    site.pages["/tides"] = page(bytes, { "content-encoding": encoding });
    expect(await read("/tides")).toBe(markdown);
  });

  it("stays as it is when it is Markdown or plain text", async () => {
    const text = "# Tides\r\n\r\nTwice\u0000 a day: *a_b* <b>\r\n";
    for (const type of ["text/markdown", "text/plain; charset=utf-8"]) {
      site.pages["/tides.md"] = page(text, { "content-type": type });
      expect(await read("/tides.md")).toBe("# Tides\n\nTwice a day: *a_b* <b>");
    }
  });

  it.each([
    ["by the server", Buffer.from("<main><p>Fähre über Öre</p></main>", "latin1"), "text/html; charset=ISO-8859-1"],
    [
      "by itself",
      Buffer.from(
        '<head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"></head><main><p>Fähre über Öre</p></main>',
        "latin1",
      ),
      "text/html",
    ],
    ["by nobody", Buffer.from("<main><p>Fähre über Öre</p></main>", "latin1"), "text/html"],
    ["by nobody, as UTF-8", Buffer.from("<main><p>Fähre über Öre</p></main>"), "text/html"],
    ["wrongly", Buffer.from("<main><p>Fähre über Öre</p></main>"), "text/html; charset=klingon"],
    ["by a mark", Buffer.from("\ufeff<main><p>Fähre über Öre</p></main>", "utf16le"), "text/html"],
  ])("is decoded when its characters are named %s", async (_by, bytes, type) => {
    site.pages["/boat"] = page(bytes, { "content-type": type });
    expect(await read("/boat")).toBe("Fähre über Öre");
  });
});

describe("a failure has a plain sentence", () => {
  it.each([
    [404, "There is no page at this address (status 404)."],
    [403, "does not let this server read the page (status 403)"],
    [503, "could not answer right now (status 503)"],
    [204, "answered with status 204 in place of a page"],
  ])("for status %i", async (status, message) => {
    site.pages["/x"] = (_request, response) => void response.writeHead(status).end();
    expect(await failureOf("/x")).toContain(message);
  });

  it("for what is no text, and for text that is not there", async () => {
    site.pages["/x"] = page("%PDF-1.7", { "content-type": "application/pdf" });
    expect(await failureOf("/x")).toContain("something of another kind");
    site.pages["/x"] = (_request, response) => void response.writeHead(200).end("no type");
    expect(await failureOf("/x")).toContain("something of another kind");
    site.pages["/x"] = page("<div id=root></div><script>document.write('Tides')</script>");
    expect(await failureOf("/x")).toContain("without running its scripts");
  });

  it("for addresses this server does not go to", async () => {
    const crawl = (address: string) =>
      messageOf(createCrawler({ egress: site.egress }).readPage(address, { signal: never }));
    expect(await crawl("http://127.0.0.2/")).toContain("private address");
    expect(await crawl("https://inside.test/")).toContain("private address");
    expect(await crawl("https://missing.example/")).toContain("There is no host named missing.example");
    expect(await crawl(`http://ada:secret@pages.test:${site.port}/`)).toContain("user name or password");
    expect(await crawl("ftp://pages.test/")).toContain("not supported");
    expect(site.asked).toEqual([]);
  });

  it("for a server that is away or speaks something else", async () => {
    const away = await startWebSite();
    await away.close();
    const crawler = createCrawler({ egress: away.egress });
    expect(await messageOf(crawler.readPage(`${away.origin}/`, { signal: never }))).toContain("refused the connection");
    const secure = createCrawler({ egress: site.egress }).readPage(`https://pages.test:${site.port}/`, {
      signal: never,
    });
    expect(await messageOf(secure)).toContain("no certificate that this server trusts");
    site.pages["/x"] = (request) => void request.socket.end("SSH-2.0-OpenSSH\r\n");
    expect(await failureOf("/x")).toContain("not HTTP");
  });
});

describe("a redirect", () => {
  it("is followed, also to another path, and checked each time", async () => {
    site.pages["/old"] = redirect("/new#part");
    site.pages["/new"] = redirect(`${site.origin}/tides`);
    site.pages["/tides"] = article;
    expect(await read("/old")).toBe(markdown);
  });

  it.each([
    ["http://127.0.0.1:1/", "private address"],
    ["http://169.254.169.254/latest/meta-data", "private address"],
    ["https://2130706433/", "private address"],
    ["https://a:b@pages.test/", "user name or password"],
    ["file:///etc/passwd", "not supported"],
    ["http://[::", "something that is no address"],
  ])("to %s is not followed", async (target, message) => {
    site.pages["/x"] = redirect(target);
    expect(await failureOf("/x")).toContain(message);
    expect(site.asked.filter((path) => path !== "/robots.txt")).toEqual(["/x"]);
  });

  it("ends, in a circle and in a line", async () => {
    site.pages["/a"] = redirect("/b");
    site.pages["/b"] = redirect("/a");
    expect(await failureOf("/a")).toBe("The address redirects in a circle.");
    for (let hop = 0; hop < 9; hop += 1) site.pages[`/hop${hop}`] = redirect(`/hop${hop + 1}`);
    expect(await failureOf("/hop0")).toBe("The address redirects more than 5 times.");
    expect(site.asked).not.toContain("/hop6");
  });
});

describe("robots.txt", () => {
  it("keeps this server from pages, and is read once for several", async () => {
    site.pages["/robots.txt"] = page(
      "User-agent: *\nDisallow: /\n\nUser-agent: cairnbot\nDisallow: /private\nAllow: /private/tides\n",
      { "content-type": "text/plain" },
    );
    for (const path of ["/private/x", "/private/tides", "/tides"]) site.pages[path] = article;
    const crawler = createCrawler({ egress: site.egress });
    const visit = (path: string) => crawler.readPage(`${site.origin}${path}`, { signal: never });
    expect(await messageOf(visit("/private/x"))).toContain("robots.txt does not allow");
    expect([await visit("/private/tides"), await visit("/tides")]).toEqual([markdown, markdown]);
    expect(site.asked).toEqual(["/robots.txt", "/private/tides", "/tides"]);
  });

  it("is asked for the place a redirect leads to", async () => {
    site.pages["/robots.txt"] = page("User-agent: *\nDisallow: /private\n", { "content-type": "text/plain" });
    site.pages["/x"] = redirect("/private");
    site.pages["/private"] = article;
    expect(await failureOf("/x")).toContain("robots.txt does not allow");
    expect(site.asked).not.toContain("/private");
  });

  it("that cannot be read keeps this server away; one that is not there does not", async () => {
    site.pages["/tides"] = article;
    expect(await read("/tides")).toBe(markdown);
    site.pages["/robots.txt"] = (_request, response) => void response.writeHead(500).end();
    expect(await failureOf("/tides")).toContain("robots.txt could not be read (status 500)");
    site.pages["/robots.txt"] = () => {};
    expect(await failureOf("/tides", { idleTimeoutMs: 100 })).toContain("took too long");
    expect(site.asked.filter((path) => path === "/tides")).toHaveLength(1);
  });

  it("may be as long and as clever as it likes", async () => {
    site.pages[`/${"a".repeat(2000)}`] = article;
    const rules = `User-agent: *\nDisallow: /${"*a".repeat(100_000)}b\n${"Disallow: /*a*a*a*a*b\n".repeat(20_000)}`;
    site.pages["/robots.txt"] = page(rules, { "content-type": "text/plain" });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 10);
    const outcome = await read(`/${"a".repeat(2000)}`, { extractTimeoutMs: 500 }).catch(
      (error: Error) => error.message,
    );
    clearInterval(ticking);
    expect([markdown, "The page is built in a way that this server cannot read."]).toContain(outcome);
    expect(ticks).toBeGreaterThan(1);
  });
});

describe("a server that takes its time", () => {
  it.each<[string, Page]>([
    ["never answers", () => {}],
    [
      "stops in the middle",
      (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).write("<main>"),
    ],
  ])("and %s is left after the longest silence", async (_what, behaviour) => {
    site.pages["/x"] = behaviour;
    expect(await failureOf("/x", { idleTimeoutMs: 100 })).toBe("The page's server took too long to answer.");
  });

  it("and drips for ever is left when all time is over", async () => {
    site.pages["/x"] = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const dripping = setInterval(() => response.write("<p>drip</p>"), 5);
      response.on("close", () => clearInterval(dripping));
    };
    const closed = Promise.withResolvers<void>();
    const drip = site.pages["/x"];
    site.pages["/x"] = (request, response) => {
      response.on("close", () => closed.resolve());
      drip(request, response);
    };
    expect(await failureOf("/x", { fetchTimeoutMs: 300 })).toBe("The page's server took too long to answer.");
    await closed.promise;
  });

  it("and does not finish the handshake is left", async () => {
    const silent = createServer(() => {});
    const listening = Promise.withResolvers<void>();
    silent.listen(0, "127.0.0.1", listening.resolve);
    await listening.promise;
    const { port } = silent.address() as AddressInfo;
    const egress = createEgress({ allow: `silent.test:${port}`, lookup: async () => ["127.0.0.1"] });
    const crawler = createCrawler({ egress, limits: { connectTimeoutMs: 100 } });
    const outcome = messageOf(crawler.readPage(`https://silent.test:${port}/`, { signal: never }));
    expect(await outcome).toBe("The page's server took too long to answer.");
    silent.close();
  });

  it("is left at once when nobody waits any more", async () => {
    const requested = Promise.withResolvers<void>();
    site.pages["/x"] = () => requested.resolve();
    const stop = new AbortController();
    const outcome = read("/x", {}, stop.signal);
    await requested.promise;
    stop.abort();
    await expect(outcome).rejects.toMatchObject({ code: "cancelled" });
    await expect(read("/x", {}, stop.signal)).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("a body that is not what it says", () => {
  it.each([
    ["gzip", gzipSync(Buffer.alloc(100 * 1024 * 1024))],
    ["br", brotliCompressSync(Buffer.alloc(100 * 1024 * 1024))],
    ["identity", Buffer.alloc(6 * 1024 * 1024, "a ")],
  ])("is counted unpacked: %s", async (encoding, bytes) => {
    site.pages["/x"] = page(bytes, { "content-encoding": encoding });
    const before = process.memoryUsage().arrayBuffers;
    expect(await failureOf("/x")).toBe("The page is larger than 5 MB.");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
  });

  it("is refused when it is damaged, cut short or packed in another way", async () => {
    site.pages["/x"] = page("not gzip at all", { "content-encoding": "gzip" });
    expect(await failureOf("/x")).toContain("compression could not be undone");
    site.pages["/x"] = page(gzipSync(article).subarray(0, 40), { "content-encoding": "gzip" });
    expect(await failureOf("/x")).toContain("compression could not be undone");
    site.pages["/x"] = page(gzipSync(gzipSync(article)), { "content-encoding": "gzip, gzip" });
    expect(await failureOf("/x")).toContain("compressed in a way that this server does not read");
    site.pages["/x"] = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": "5000" }).write(article);
      response.socket?.end();
    };
    expect(await failureOf("/x")).toContain("broke the connection off");
  });
});

describe("hostile HTML", () => {
  it.each([
    ["deep nesting", "<div>".repeat(200_000) + "tides"],
    ["deep lists", "<ul><li>".repeat(20_000) + "tides"],
    ["deep tables", "<table><tr><td>".repeat(5_000) + "tides"],
    ["many links", `<main>${'<a href="/x">tide</a> '.repeat(60_000)}</main>`],
    ["endless attributes", `<main><p ${"a=b ".repeat(300_000)}>tides</p></main>`],
    ["unclosed comment", `<main><p>tides</p><!-- ${"-".repeat(1_000_000)}`],
    ["brackets", "<".repeat(1_000_000)],
  ])("%s ends in Markdown or a sentence, and this process goes on meanwhile", async (_what, html) => {
    site.pages["/x"] = html;
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 10);
    const outcome = await read("/x", { extractTimeoutMs: 1_500 }).catch((error: unknown) => error);
    clearInterval(ticking);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
    else expect(outcome).toEqual(expect.any(String));
    expect(ticks).toBeGreaterThan(0);
  });

  it("that needs more memory than a page may have ends its thread alone", async () => {
    site.pages["/x"] = `<main>${"<b>".repeat(1_200_000)}`;
    expect(await failureOf("/x", { extractTimeoutMs: 8_000 })).toContain("cannot read");
    site.pages["/tides"] = article;
    expect(await read("/tides")).toBe(markdown);
  });
});
