import { html } from "hono/html";

import type { DemoExcerpt } from "#server/domain/pages/catalog/find-demo-excerpt.ts";

import type { Html } from "./page-layout.ts";

/** A piece of a real page of the demo, or the address that shows it as soon as it is written; null where there is no demo. */
export type AsideExcerpt = DemoExcerpt | { awaitedAt: string } | null;

/** Beside the form: what the product is, and where a demo is installed a piece of a real page of it. */
export function renderAside(excerpt: AsideExcerpt): Html {
  return html`<aside aria-labelledby="about">
    <h2 id="about">Documents and answers from your code, each statement with its lines</h2>
    <ul>
      <li>Connect a repository: pages are written from it, and rewritten where a push changes their lines.</li>
      <li>Ask, and see which lines an answer rests on.</li>
      <li>Have tasks implemented, and review them beside the documents they change.</li>
    </ul>
    ${excerpt === null ? "" : "awaitedAt" in excerpt ? renderAwaited(excerpt) : renderExcerpt(excerpt)}
  </aside>`;
}

/** A frame looks for it again by itself, so that nothing typed into the form beside it is lost. */
function renderAwaited({ awaitedAt }: { awaitedAt: string }): Html {
  return html`<iframe src="${awaitedAt}" title="A page of the demo" tabindex="-1"></iframe>`;
}

export function renderExcerpt({ productName, pageTitle, writtenBy, sentences }: DemoExcerpt): Html {
  return html`<figure>
    <figcaption>${pageTitle} of ${productName}, the demo on this server · ${writtenBy}</figcaption>
    ${sentences.map(
      ({ text, source }) => html`<blockquote>${text} <cite>${source.path}:${source.line}</cite></blockquote>`,
    )}
  </figure>`;
}
