import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { createEgress, type Egress } from "#server/platform/egress/resolve-address.ts";

/** A page's HTML, or how the server answers a request for it. */
export type Page = string | RequestListener;

/** A real web server of this machine that is called pages.test. */
export interface WebSite {
  /** "http://pages.test:1234" */
  origin: string;
  port: number;
  /** Knows the site by its name, and no other address of this machine. */
  egress: Egress;
  /** By path; may be changed while it runs. What is not there is a 404, robots.txt too. */
  pages: Record<string, Page>;
  /** Paths in the order of the requests. */
  asked: string[];
  close(): Promise<void>;
}

export async function startWebSite(pages: Record<string, Page> = {}): Promise<WebSite> {
  const requested: string[] = [];
  const site: Pick<WebSite, "pages"> = { pages };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    requested.push(path);
    const page = site.pages[path];
    if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Nothing here</h1>");
    else if (typeof page === "function") page(request, response);
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({
    allow: `pages.test:${port}`,
    lookup: async (host) => {
      if (host.endsWith(".test")) return ["127.0.0.1"];
      throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    },
  });
  return Object.assign(site, {
    origin: `http://pages.test:${port}`,
    port,
    egress,
    asked: requested,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  });
}
