import { createHash } from "node:crypto";

import { html, raw } from "hono/html";

import { firstFontPath, pageStyle } from "./page-style.ts";

/** HTML whose text was escaped; hono/html resolves nested pieces. */
export type Html = ReturnType<typeof html>;

/** One piece, so that the text between the tags is the hashed one to the last space. */
const styleTag = raw(`<style>${pageStyle}</style>`);
const styleHash = createHash("sha256").update(pageStyle).digest("base64");

/**
 * What browsers may do with the pages of the authorization server: nothing but show them, in the product's fonts, and send
 * their form back.
 * `clientHost` is allowed as well, because browsers check the redirect that follows a sent form against the same list;
 * so is `formTarget`, an origin or scheme, where the form leads to an application.
 * The referrer policy lets browsers name the origin of a sent form, which is checked.
 */
export function pageHeaders(clientHost: string, formTarget?: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    "script-src 'none'",
    ["form-action 'self'", new URL(clientHost).origin, formTarget].filter(Boolean).join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  };
}

/** A card in the middle of the page, under the name of the product; `aside` stands before it where there is room. */
export function renderPage(page: { appName: string; title: string; content: Html; aside?: Html }): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${page.appName}</title>
        <link rel="preload" as="font" type="font/woff2" href="${firstFontPath}" crossorigin />
        ${styleTag}
      </head>
      <body>
        <main>
          <p class="brand">${mark}<span>${page.appName}</span></p>
          <h1>${page.title}</h1>
          ${page.aside ? brief : ""} ${page.content}
        </main>
        ${page.aside ?? ""}
      </body>
    </html>`;
}

/** Where the aside stands below the form, as on a phone, the first screen says what this is all the same. */
const brief = html`<p class="brief">
  Documents and answers from your code, each statement with its lines. <a href="#about">See a page</a>
</p>`;

/** A page that only says something and leads back to the product. */
export function renderNotice(page: { appName: string; title: string; text: string; clientHost: string }): Html {
  const content = html`<p>${page.text}</p>
    <p class="other"><a href="${page.clientHost}/login">Sign in again</a></p>`;
  return renderPage({ appName: page.appName, title: page.title, content });
}

const mark = raw(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="11" y="5" width="10" height="5.5" rx="2.75"/>' +
    '<rect x="8" y="12.5" width="16" height="6" rx="3"/><rect x="5" y="20.5" width="22" height="6.5" rx="3.25"/></svg>',
);
