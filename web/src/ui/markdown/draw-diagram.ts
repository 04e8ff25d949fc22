import type { Mermaid } from "mermaid";

let loaded: Promise<Mermaid> | undefined;
let drawing: Promise<unknown> = Promise.resolve();
let count = 0;

/** Characters. Of a longer source the library would draw a box with a complaint in its place. */
const maxSourceLength = 50_000;

const ours = ["theme", "themeCSS", "themeVariables", "fontFamily", "altFontFamily", "layout", "htmlLabels"];

/** Draws Mermaid source as SVG markup in the colours of the page. Throws when it is wrong or too long. */
export function drawDiagram(source: string, isDark: boolean): Promise<string> {
  if (source.length > maxSourceLength) return Promise.reject(new Error("The source is too long"));
  // The library keeps its settings globally, so two drawings must not mix.
  const next = drawing.then(() => draw(source, isDark));
  drawing = next.catch(() => {});
  return next;
}

async function draw(source: string, isDark: boolean): Promise<string> {
  loaded ??= import("mermaid").then((module) => module.default);
  const mermaid = await loaded;
  count += 1;
  const id = `diagram-${count}`;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    // What a source may not set by a directive of its own: styles reach beyond their drawing.
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges", ...ours],
    suppressErrorRendering: true,
    theme: "base",
    // The other layout engine is half a megabyte more.
    layout: "dagre",
    fontFamily: "var(--font-sans)",
    themeVariables: themeVariables(isDark),
    htmlLabels: false,
    flowchart: { useMaxWidth: true, padding: 12, wrappingWidth: 260 },
  });
  try {
    return (await mermaid.render(id, source)).svg;
  } finally {
    // A parse error leaves its scratch element in the page.
    document.getElementById(`d${id}`)?.remove();
  }
}

/** The library calculates with colours and knows no oklch, so tokens are handed over as the pixels they give. */
function themeVariables(isDark: boolean): Record<string, string | boolean> {
  const color = readColor();
  const fill = color("--bg-3");
  const line = color("--text-3");
  const text = color("--text-1");
  const border = color("--border-control");
  const quiet = color("--bg-2");
  return {
    darkMode: isDark,
    fontSize: "14px",
    dropShadow: "none",
    background: color("--bg-1"),
    primaryColor: fill,
    primaryTextColor: text,
    primaryBorderColor: border,
    secondaryColor: color("--bg-4"),
    secondaryTextColor: text,
    secondaryBorderColor: border,
    tertiaryColor: quiet,
    tertiaryTextColor: text,
    tertiaryBorderColor: color("--border"),
    mainBkg: fill,
    nodeBorder: border,
    clusterBkg: quiet,
    clusterBorder: color("--border"),
    lineColor: line,
    textColor: text,
    titleColor: text,
    edgeLabelBackground: color("--bg-1"),
    actorBkg: fill,
    actorBorder: border,
    actorTextColor: text,
    signalColor: line,
    signalTextColor: text,
    labelBoxBkgColor: quiet,
    noteBkgColor: color("--accent-subtle"),
    noteTextColor: text,
    noteBorderColor: color("--accent-border"),
    attributeBackgroundColorOdd: quiet,
    attributeBackgroundColorEven: fill,
  };
}

function readColor(): (token: string) => string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const style = getComputedStyle(document.documentElement);
  return (token) => {
    if (!context) return "#888888";
    context.fillStyle = style.getPropertyValue(token);
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
}
