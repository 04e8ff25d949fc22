import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";

/** What never holds text for readers, or only for programs. */
const noise =
  "meta, script, style, noscript, template, iframe, object, embed, applet, svg, canvas, audio, video, dialog, button, select, textarea, input, [hidden], [aria-hidden=true], .linenos, .lineno, .gutter";
/** Signs beside headings that only copy their address. */
const permalinks = ".headerlink, .hash-link, .header-anchor, .anchor-link, .anchorjs-link";
/** What surrounds a page's text. */
const surroundings = "nav, footer, aside, [role=navigation], [role=contentinfo], [role=search]";
const regions = ["main", "[role=main]", "article"];
/** Readability must keep so much of the text, or all of it is taken: of a marked main part, and of a whole page. */
const minSharesKept = { region: 0.6, page: 0.15 };
/** Passed instead of the page's own title: Readability drops the heading that repeats it, and readers want it. */
const untitled = "-".repeat(20);

/**
 * The part of a page that people come for, as HTML: links absolute and of the web only, images replaced by links,
 * nothing hidden. Readability finds it within what the page marks as its main part, where it marks one.
 */
export function extractArticle(html: string, address: string): string {
  const { document } = parseHTML(/<(?:html|body)[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const base = URL.parse(document.querySelector("base[href]")?.getAttribute("href") ?? "", address)?.href ?? address;
  const region = regions
    .map((selector) => [...document.querySelectorAll(selector)])
    .find((found) => found.length === 1);
  if (region?.[0]) document.body.replaceChildren(region[0]);
  shapeText(document);
  removeNoise(document);
  replaceImages(document, base);
  makeLinksAbsolute(document, base);
  shapeTables(document);
  const whole = copyWhole(document);
  document.title = untitled;
  // It takes the document apart, so what is compared was read before.
  const article = new Readability(document, { keepClasses: true, charThreshold: 200 }).parse();
  const share = measure(article?.textContent ?? "") / Math.max(1, measure(whole.textContent ?? ""));
  return share >= minSharesKept[region === undefined ? "page" : "region"] ? (article?.content ?? "") : whole.innerHTML;
}

/** Line breaks and ticked boxes that are elements become text before elements of their kind are taken away. */
function shapeText(document: Document): void {
  for (const lineBreak of document.querySelectorAll("pre br")) lineBreak.replaceWith(document.createTextNode("\n"));
  for (const box of document.querySelectorAll("li input[type=checkbox]")) {
    box.replaceWith(document.createTextNode(box.hasAttribute("checked") ? "☑ " : "☐ "));
  }
}

function removeNoise(document: Document): void {
  for (const element of document.querySelectorAll(noise)) element.remove();
  for (const element of document.querySelectorAll(permalinks)) element.remove();
  for (const element of document.querySelectorAll("[style]")) {
    if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute("style") ?? "")) element.remove();
  }
  for (const link of document.querySelectorAll("a")) {
    if (/^[\s#¶§🔗]*$/u.test(link.textContent ?? "") && link.querySelector("img") === null) link.remove();
  }
}

/** Readers load nothing from elsewhere: an image is a link with its description, or nothing where it has none. */
function replaceImages(document: Document, base: string): void {
  for (const image of document.querySelectorAll("img")) {
    const description = (image.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim();
    const target = toWebAddress(image.getAttribute("src"), base);
    if (description === "") image.remove();
    else if (target === null || image.closest("a")) image.replaceWith(document.createTextNode(description));
    else image.replaceWith(createLink(document, target, `Image: ${description}`));
  }
  for (const picture of document.querySelectorAll("picture > source")) picture.remove();
}

function createLink(document: Document, target: string, text: string): Element {
  const link = document.createElement("a");
  link.setAttribute("href", target);
  link.textContent = text;
  return link;
}

/** A link that leads to no page, or is inside code, becomes its text. */
function makeLinksAbsolute(document: Document, base: string): void {
  for (const link of document.querySelectorAll("a")) {
    const target = toWebAddress(link.getAttribute("href"), base);
    link.removeAttribute("title");
    if (target === null || link.closest("code, pre")) link.replaceWith(...link.childNodes);
    else link.setAttribute("href", target);
  }
}

function toWebAddress(target: string | null, base: string): string | null {
  const url = target === null ? null : URL.parse(target, base);
  if (url === null || !["http:", "https:", "mailto:"].includes(url.protocol)) return null;
  if (url.username !== "" || url.password !== "") return null;
  return url.href;
}

/** A Markdown table has a first row of headings; a table that is only for layout is unwrapped. */
function shapeTables(document: Document): void {
  // From the inside out, so that tables inside a layout table are handled before it.
  for (const table of [...document.querySelectorAll("table")].toReversed()) {
    const first = table.querySelector("tr");
    if (first === null || isLayout(table)) dissolve(document, table);
    else if (first.querySelector("th") === null) {
      for (const cell of first.querySelectorAll("td")) rename(document, cell, "th");
    }
  }
}

function isLayout(table: Element): boolean {
  if (table.querySelector("table, h1, h2, h3, h4, h5, h6") !== null) return true;
  return [...table.querySelectorAll("tr")].every((row) => row.children.length <= 1);
}

function dissolve(document: Document, table: Element): void {
  for (const part of table.querySelectorAll("tr, td, th, thead, tbody, tfoot, caption")) {
    if (part.closest("table") === table) rename(document, part, "div");
  }
  rename(document, table, "div");
}

function rename(document: Document, element: Element, name: string): void {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function copyWhole(document: Document): Element {
  const copy = document.body.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll(surroundings)) element.remove();
  return copy;
}

/** Characters without the blanks that only shape the source. */
function measure(text: string): number {
  return text.replace(/\s+/g, "").length;
}
