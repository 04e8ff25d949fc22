import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

import type { Context, Hono } from "hono";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves the built web app: files under `assets/` carry their content in their name and are kept for a year, every
 * other address is the page itself. The `.gz` twin that the build makes is sent to clients that accept gzip.
 */
export function mountWebApp(app: Hono, directory: string): void {
  app.get("/fonts/:name{[a-z-]+\\.woff2}", (c) => sendToFont(c, directory, path.parse(c.req.param("name")).name));
  app.get("/*", async (c) => {
    const name = decodePath(c.req.path);
    const file = await sendFile(c, directory, name);
    if (file) return file;
    if (name.startsWith("/assets/")) return c.notFound();
    return (await sendFile(c, directory, "/index.html")) ?? c.text("The web app has not been built.", 503);
  });
}

/**
 * Pages that are no part of the build ask for its fonts by names that stay, such as `geist-latin`, and are sent to the
 * file that the app itself has in the browser's cache.
 */
async function sendToFont(c: Context, directory: string, name: string): Promise<Response> {
  const files = await readdir(path.join(directory, "assets")).catch(() => []);
  const file = files.find((asset) => asset.startsWith(`${name}-wght-normal-`) && asset.endsWith(".woff2"));
  if (!file) return c.notFound();
  c.header("cache-control", "public, max-age=3600");
  return c.redirect(`/assets/${file}`);
}

/** An address that is not well encoded names no file; the page then says that there is nothing. */
function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "/";
  }
}

async function sendFile(c: Context, directory: string, name: string): Promise<Response | null> {
  const file = path.join(directory, path.posix.normalize(name));
  const type = types[path.extname(file)];
  if (!type || !file.startsWith(directory + path.sep) || name.includes("\0")) return null;
  const canTakeGzip = c.req.header("accept-encoding")?.includes("gzip") ?? false;
  const packed = canTakeGzip ? await readIfThere(`${file}.gz`) : null;
  const bytes = packed ?? (await readIfThere(file));
  if (!bytes) return null;
  const isNamedByContent = name.startsWith("/assets/");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type,
      "cache-control": isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(packed ? { "content-encoding": "gzip" } : {}),
    },
  });
}

async function readIfThere(file: string): Promise<Buffer | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? await readFile(file) : null;
}
