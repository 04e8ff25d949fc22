import type { Mermaid } from "mermaid";

let loaded: Promise<Mermaid> | undefined;
let drawing: Promise<unknown> = Promise.resolve();
let count = 0;

/** In characters. For a longer source the library would render an error box. */
const maxSourceLength = 50_000;

const lockedSettings = ["theme", "themeCSS", "themeVariables", "fontFamily", "altFontFamily", "layout", "htmlLabels"];

/** Renders Mermaid source as SVG markup in the colours of the page. Throws when it is invalid or too long. */
export function drawDiagram(source: string, isDark: boolean): Promise<string> {
  if (source.length > maxSourceLength) return Promise.reject(new Error("The source is too long"));
  // The library has global settings, so diagrams are rendered one after the other.
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
    // Settings that a source may not override by directives: styles would affect the rest of the page.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "suppressErrorRendering",
      "maxEdges",
      ...lockedSettings,
    ],
    suppressErrorRendering: true,
    theme: "base",
    // The other layout engine is half a megabyte more.
    layout: "dagre",
    fontFamily: "var(--font-sans)",
    themeVariables: themeVariables(isDark),
    htmlLabels: false,
    flowchart: { useMaxWidth: true, padding: 12, wrappingWidth: 260, nodeSpacing: 28, rankSpacing: 44 },
  });
  try {
    return (await mermaid.render(id, source)).svg;
  } finally {
    // A parse error leaves its scratch element in the page.
    document.getElementById(`d${id}`)?.remove();
  }
}

/** The library calculates with colours but does not know oklch, so colour tokens are passed as rendered RGB values. */
function themeVariables(isDark: boolean): Record<string, string | boolean> {
  const color = createColorReader();
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

function createColorReader(): (token: string) => string {
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
