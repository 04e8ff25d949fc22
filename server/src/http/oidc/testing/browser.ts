interface Cookie {
  value: string;
  path: string;
  attributes: string;
}

/** As much of a browser as sign-in needs: cookies with their paths, forms, and redirects that are followed by hand. */
export interface Browser {
  get(url: string): Promise<Response>;
  /** Sends a form as a page of `url`'s own site does. */
  sendForm(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Sends JSON as script of the web app does. */
  sendJson(url: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  cookie(name: string): Cookie | undefined;
  setCookie(name: string, value: string): void;
}

/** A browser without cookies. */
export function openBrowser(): Browser {
  const cookies = new Map<string, Cookie>();
  const send = async (url: string, init: Omit<RequestInit, "headers"> & { headers: Record<string, string> }) => {
    const sent = [...cookies].filter(([, { path }]) => isBelow(new URL(url).pathname, path));
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return response;
  };
  return {
    get: (url) => send(url, { headers: { accept: "text/html" } }),
    sendForm: (url, fields, headers = {}) =>
      send(url, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(url).origin, ...headers },
      }),
    sendJson: (url, body, headers = {}) =>
      send(url, {
        method: "POST",
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { "content-type": "application/json", origin: new URL(url).origin, ...headers },
      }),
    cookie: (name) => cookies.get(name),
    setCookie(name, value) {
      const known = cookies.get(name);
      if (!known) throw new Error(`no cookie ${name}`);
      cookies.set(name, { ...known, value });
    },
  };
}

function keepCookie(cookies: Map<string, Cookie>, line: string): void {
  const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
  const path = /path=([^;]+)/i.exec(attributes)?.[1] ?? "/";
  const isOver = /max-age=0|expires=Thu, 01 Jan 1970/i.test(attributes);
  if (isOver) cookies.delete(name);
  else cookies.set(name, { value, path, attributes });
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
