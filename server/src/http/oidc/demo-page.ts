import { html } from "hono/html";

import { findDemoExcerpt, isDemoExcerptAwaited } from "#server/domain/pages/catalog/find-demo-excerpt.ts";

import type { Visit } from "./interaction-visit.ts";
import { answerPage, type PageContext } from "./page-answers.ts";
import { framedHeaders, type Html, renderFramed } from "./page-layout.ts";
import { renderExcerpt } from "./product-aside.ts";

/** How long a frame waits before each look: often in the first minute, for a quarter of an hour in all. */
const waitsS = [2, 2, 3, 3, 5, 5, 10, 10, 20, ...Array.from({ length: 28 }, () => 30)];

/** In a frame of the forms: looks again, less and less often, until the demo's page is written or nobody can say when. */
export async function showDemoPage({ c, parts, path }: Visit): Promise<Response> {
  const excerpt = await findDemoExcerpt(parts.services);
  if (excerpt) return answerFramed(c, renderFramed(renderExcerpt(excerpt)));
  if (!(await isDemoExcerptAwaited(parts.services)))
    return answerFramed(c, renderFramed(html`<p>The demo on this server has no page to show here.</p>`));
  const looks = countLooks(c);
  const afterS = waitsS[looks];
  if (afterS === undefined)
    return answerFramed(
      c,
      renderFramed(html`<p>The page of the demo is not written yet. Load this page anew to look for it again.</p>`),
    );
  const again = { address: `${path}/demo-page?looks=${looks + 1}`, afterS };
  return answerFramed(
    c,
    renderFramed(html`<p>A page of the demo is being written. It shows here by itself.</p>`, again),
  );
}

/** The sign-in around the frame is over: a notice of a whole page, which nobody may frame, would leave it empty. */
export function sayOverInFrame(c: PageContext): Promise<Response> {
  const text = "This sign-in took too long, or it was started in another browser. Load this page anew to begin again.";
  return answerFramed(c, renderFramed(html`<p>${text}</p>`), 400);
}

function countLooks(c: PageContext): number {
  const looks = Number(c.req.query("looks") ?? 0);
  return Number.isInteger(looks) && looks >= 0 ? looks : 0;
}

function answerFramed(c: PageContext, page: Html, status = 200): Promise<Response> {
  for (const [name, value] of Object.entries(framedHeaders)) c.header(name, value);
  return answerPage(c, status, page);
}
