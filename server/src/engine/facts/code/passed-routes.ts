/** A path whose calls are passed on. */
export interface PassedRoute {
  /** Null where calls are passed on by routes that stand elsewhere. */
  path: string | null;
  /** As it is written; null where that is not certain. */
  to: string | null;
  startLine: number;
  endLine: number;
}

const longestLine = 1_000;
const near = 8;

/** Routes of Spring Cloud Gateway, Zuul, nginx, YARP and Ocelot, and proxies of Express, in their order. */
export function readPassedRoutes(file: string, given: readonly string[]): PassedRoute[] {
  const lines = given.map((line) => (line.length > longestLine ? "" : line));
  if (/\.ya?ml$/i.test(file)) return [...ofSpring(lines), ...ofZuul(lines)];
  if (/\.json$/i.test(file)) return [...ofYarp(lines), ...ofOcelot(lines)];
  if (/\.(?:[cm]?[jt]s|tsx)$/.test(file)) return ofExpress(lines);
  if (file.endsWith(".cs")) return inCode(lines);
  return /nginx|\.conf\b|\.template$/i.test(file) ? ofNginx(lines) : [];
}

/** `- Path=/a/**,/b/**` with the `uri:` of the same entry. */
function ofSpring(lines: readonly string[]): PassedRoute[] {
  return lines.flatMap((line, at): PassedRoute[] => {
    const paths = /^\s*-\s*Path=(\S.*?)\s*$/.exec(line)?.[1];
    if (paths === undefined) return [];
    const start = lines.findLastIndex((one, place) => place <= at && /^\s*-\s*(?:id|uri):/.test(one));
    const own = start < 0 ? [] : lines.slice(start, at + near);
    const next = own.findIndex((one, place) => place > 0 && /^\s*-\s*id:/.test(one));
    const uri = (next < 0 ? own : own.slice(0, next)).map((one) => /^\s*(?:-\s*)?uri:\s*["']?(\S+?)["']?\s*$/.exec(one)?.[1]).find((one) => one !== undefined); // prettier-ignore
    return paths.split(/,\s*/).map((path) => ({ path, to: uri ?? null, startLine: (start < 0 ? at : start) + 1, endLine: at + 1 })); // prettier-ignore
  });
}

/** `path:` and `serviceId:` or `url:` of one entry below `zuul: routes:`. */
function ofZuul(lines: readonly string[]): PassedRoute[] {
  const start = lines.findIndex((line) => /^\s*zuul:\s*$/.test(line));
  if (start < 0) return [];
  const indent = indentOf(lines[start] ?? "");
  const end = lines.findIndex((line, at) => at > start && line.trim() !== "" && indentOf(line) <= indent);
  return lines.slice(0, end < 0 ? lines.length : end).flatMap((line, at): PassedRoute[] => {
    const path = at > start ? /^\s*path:\s*["']?(\S+?)["']?\s*$/.exec(line)?.[1] : undefined;
    if (path === undefined) return [];
    const same = lines.slice(at, at + near).filter((one, place) => place === 0 || indentOf(one) === indentOf(line));
    const target = /^\s*(?:serviceId|url):\s*["']?(\S+?)["']?\s*$/.exec(same[1] ?? "")?.[1];
    return [{ path, to: target ?? null, startLine: at + 1, endLine: at + (target === undefined ? 1 : 2) }];
  });
}

/** `location /a/ {` with a `proxy_pass` inside. */
function ofNginx(lines: readonly string[]): PassedRoute[] {
  let location: { path: string; line: number } | null = null;
  return lines.flatMap((line, at): PassedRoute[] => {
    const opened = /^\s*location\s+(?:[=~^*]+\s+)?([^\s{]+)\s*\{/.exec(line)?.[1];
    if (opened !== undefined) location = { path: opened, line: at + 1 };
    const target = /^[^#]*\bproxy_pass\s+([^\s;]+)\s*;/.exec(line)?.[1];
    if (target === undefined || location === null) return [];
    const { path, line: startLine } = location;
    return [{ path, to: target, startLine, endLine: at + 1 }];
  });
}

/** `"Match": { "Path": "/a/{**rest}" }` with the `"ClusterId"` of the same route. */
function ofYarp(lines: readonly string[]): PassedRoute[] {
  return lines.flatMap((line, at): PassedRoute[] => {
    if (!/"Match"\s*:/.test(line)) return [];
    const inside = lines.slice(at, at + near).findIndex((one) => /"Path"\s*:/.test(one));
    const path = /"Path"\s*:\s*"([^"]+)"/.exec(lines[at + inside] ?? "")?.[1];
    if (inside < 0 || path === undefined) return [];
    const from = Math.max(0, lines.findLastIndex((one, place) => place < at && /^\s*"[\w-]+"\s*:\s*\{/.test(one))); // prettier-ignore
    const cluster = lines.slice(from, at).findLast((one) => /"ClusterId"\s*:/.test(one));
    return [{ path, to: /"ClusterId"\s*:\s*"([^"]+)"/.exec(cluster ?? "")?.[1] ?? null, startLine: at + 1, endLine: at + inside + 1 }]; // prettier-ignore
  });
}

/** `"UpstreamPathTemplate"` of Ocelot, with the host below the same route. */
function ofOcelot(lines: readonly string[]): PassedRoute[] {
  return lines.flatMap((line, at): PassedRoute[] => {
    const path = /"UpstreamPathTemplate"\s*:\s*"([^"]+)"/.exec(line)?.[1];
    return path === undefined ? [] : [{ path, to: null, startLine: at + 1, endLine: at + 1 }];
  });
}

/** `app.use("/a", createProxyMiddleware({ target: … }))`. */
function ofExpress(lines: readonly string[]): PassedRoute[] {
  return lines.flatMap((line, at): PassedRoute[] => {
    const path = /\.use\(\s*["'`]([^"'`$]+)["'`]\s*,.*\bcreateProxyMiddleware\(/.exec(line)?.[1];
    if (path === undefined) return [];
    const end = Math.min(lines.length, at + near);
    const target = /\btarget\s*:\s*["'`]([^"'`$]+)["'`]/.exec(lines.slice(at, end).join("\n"))?.[1];
    return [{ path, to: target ?? null, startLine: at + 1, endLine: at + 1 }];
  });
}

/** `yarp.AddRoute("/a", cluster)`; else where routes of settings are taken in. */
function inCode(lines: readonly string[]): PassedRoute[] {
  const isOfYarp = lines.some((line) => /\bYarp\b/.test(line));
  const added = lines.flatMap((line, at): PassedRoute[] => {
    const path = isOfYarp ? /^[^/"]*\.AddRoute\(\s*"(\/[^"]*)"/.exec(line)?.[1] : undefined;
    return path === undefined ? [] : [{ path, to: null, startLine: at + 1, endLine: at + 1 }];
  });
  const at = lines.findIndex((line) => /^[^/]*\.(?:MapReverseProxy|UseOcelot)\(/.test(line));
  return at < 0 ? added : [...added, { path: null, to: null, startLine: at + 1, endLine: at + 1 }];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
