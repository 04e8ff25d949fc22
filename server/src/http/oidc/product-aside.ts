import { html } from "hono/html";

import type { DemoExcerpt } from "#server/domain/pages/catalog/find-demo-excerpt.ts";

import type { Html } from "./page-layout.ts";

/** Beside the form: what the product is, and where a demo is installed a piece of a real page of it. */
export function renderAside(excerpt: DemoExcerpt | null): Html {
  return html`<aside aria-labelledby="about">
    <h2 id="about">Documents and answers from your code, each statement with its lines</h2>
    <ul>
      <li>Connect a repository: pages are written from it, and rewritten where a push changes their lines.</li>
      <li>Ask, and see which lines an answer rests on.</li>
      <li>Have tasks implemented, and review them beside the documents they change.</li>
    </ul>
    ${excerpt === null ? "" : renderExcerpt(excerpt)}
  </aside>`;
}

function renderExcerpt({ productName, pageTitle, writtenBy, sentences }: DemoExcerpt): Html {
  return html`<figure>
    <figcaption>${pageTitle} of ${productName}, the demo on this server · ${writtenBy}</figcaption>
    ${sentences.map(
      ({ text, source }) => html`<blockquote>${text} <cite>${source.path}:${source.line}</cite></blockquote>`,
    )}
  </figure>`;
}
