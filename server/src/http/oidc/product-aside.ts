import { html } from "hono/html";

import type { RecordedLines, CitedPage, RecordedStatement } from "#server/domain/demo/cited-page.ts";

import type { Html } from "./page-layout.ts";

interface AsideParts {
  page: CitedPage;
  /** Where a visitor gets a copy of the demo; null where this server offers none. */
  demoAddress: string | null;
}

/**
 * Beside the form: what the product is, shown by a page of the demo whose citations open the lines they rest on, without
 * script.
 */
export function renderAside({ page, demoAddress }: AsideParts): Html {
  return html`<aside aria-labelledby="about">
    <h2 id="about">Documents and answers from your code, each statement with its lines</h2>
    <p>
      Connect a repository: pages are written from it, and rewritten where a push changes their lines. Ask, and have
      tasks implemented and reviewed beside the documents they change.
    </p>
    ${renderCitedPage(page)} ${demoAddress === null ? "" : renderDemoOffer(demoAddress)}
  </aside>`;
}

function renderCitedPage({ productName, writtenBy, sections }: CitedPage): Html {
  // Beside one another only one is open, the first one at the beginning.
  let count = 0;
  const renderSource = (source: RecordedLines) => {
    count += 1;
    return renderLines(source, { number: count, isOpen: count === 1 });
  };
  return html`<figure class="cited">
    <figcaption>
      <strong>${productName}</strong>, a demo · written from its code by the ${writtenBy.toLowerCase()} ·
      <span>press a number to see the lines</span>
    </figcaption>
    <div>
      ${sections.map(
        ({ page, title, statements }) =>
          html`<section>
            <h3>${title} <small>${page}</small></h3>
            ${statements.map((statement) => renderStatement(statement, renderSource))}
          </section>`,
      )}
    </div>
  </figure>`;
}

function renderStatement({ text, sources }: RecordedStatement, renderSource: (source: RecordedLines) => Html): Html {
  return html`<div class="statement">${renderText(text)} ${sources.map(renderSource)}</div>`;
}

/** What stands in backticks is code. */
function renderText(text: string): (Html | string)[] {
  return text.split("`").map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

function renderLines(
  { path, startLine, endLine, firstLine, lines }: RecordedLines,
  shown: { number: number; isOpen: boolean },
): Html {
  const range = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return html`<details name="lines" ${shown.isOpen ? html`open` : ""}>
    <summary aria-label="Source ${shown.number}, ${path}, ${range}">${shown.number}</summary>
    <div class="lines">
      <p><b>${path}</b> ${range}</p>
      <pre>
${lines.map((line, index) => {
          const number = firstLine + index;
          const isCited = number >= startLine && number <= endLine;
          return html`<span ${isCited ? html`class="hit"` : ""}><i>${number}</i>${line}</span>`;
        })}</pre>
    </div>
  </details>`;
}

function renderDemoOffer(address: string): Html {
  return html`<p class="offer">
    <a class="button quiet" href="${address}">Explore the demo</a>
    <span>A copy of your own, with its documents, tasks and reviews. Throw it away when you have seen enough.</span>
  </p>`;
}
