import { edgeLookLabels, isSideLine } from "./canvas-edge.ts";
import type { CanvasEdge, EdgeLook } from "./canvas-edge.ts";
import { formLabel } from "./canvas-node.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { nodeHeightPx, nodeWidthPx } from "./layout.ts";
import { fitName } from "./name-text.ts";
import { routeLines } from "./route-lines.ts";
import type { RoutedLine } from "./route-lines.ts";

const marginPx = 40;
/** On white, as it goes into documents and prints. */
const ink = {
  faint: "#c9ccd3",
  text: "#1b1c20",
  meta: "#5d6068",
  line: "#6b6f78",
  frame: "#b9bcc4",
  amber: "#8a5a00",
  red: "#b3261e",
};

const strokes: Record<EdgeLook, { color: string; dash: string; width: number }> = {
  known: { color: ink.line, dash: "", width: 1.5 },
  undeclared: { color: ink.amber, dash: "8 5", width: 2 },
  unused: { color: ink.line, dash: "2 5", width: 2 },
  forbidden: { color: ink.red, dash: "", width: 3 },
  unverified: { color: ink.line, dash: "12 4 2 4", width: 1.5 },
  "ruled-out": { color: ink.red, dash: "2 6", width: 1.5 },
  planned: { color: ink.line, dash: "8 5", width: 1.5 },
};

/** The dashes of a line, by which it is told apart without colour. */
export function edgeDash(look: EdgeLook): string | undefined {
  return strokes[look].dash || undefined;
}

/** The picture as a file that needs nothing else: an SVG with its own size, and nothing of the window. */
export function drawSvg(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): string {
  const size = { width: nodeWidthPx, height: nodeHeightPx };
  const routes = routeLines(
    nodes.map(({ nodeId, place }) => ({ nodeId, place, ...size, frameId: null })),
    edges,
  );
  // Lines around the outermost nodes run beside them.
  const points = [...routes.values()].flatMap((route) => route.points);
  const xs = [...nodes.flatMap(({ place: { x } }) => [x, x + nodeWidthPx]), ...points.map(({ x }) => x), 0];
  const ys = [...nodes.flatMap(({ place: { y } }) => [y, y + nodeHeightPx]), ...points.map(({ y }) => y), 0];
  const [left, top] = [floor(xs) - marginPx, floor(ys) - marginPx];
  const [pictureWidth, pictureHeight] = [ceiling(xs) + marginPx - left, ceiling(ys) + marginPx - top];
  const legend = drawLegend(edges, { left: left + marginPx, top: top + pictureHeight, width: pictureWidth - marginPx });
  const width = Math.max(pictureWidth, legend.width + 2 * marginPx);
  const height = pictureHeight + legend.height;
  // What is drawn faintly lies below the others.
  const routed = edges
    .toSorted((a, b) => Number(isSideLine(b)) - Number(isSideLine(a)))
    .flatMap((edge) => {
      const route = routes.get(edge.edgeId);
      return route ? [{ edge, route }] : [];
    });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="system-ui, sans-serif">`,
    `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 1 9 5 0 9z" fill="context-stroke"/></marker></defs>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#fff"/>`,
    ...routed.map(({ edge, route }) => drawEdge(edge, route)),
    ...nodes.map(drawNode),
    // No card hides them.
    ...routed.map(({ edge, route }) => drawWord(edge, route)),
    ...legend.parts,
    "</svg>",
  ].join("\n");
}

function drawNode({ place: { x, y }, name, form, detail }: CanvasNode): string {
  return [
    `<g transform="translate(${x} ${y})">`,
    `<rect width="${nodeWidthPx}" height="${nodeHeightPx}" rx="8" fill="#fff" stroke="${ink.frame}"/>`,
    `<text x="12" y="26" font-size="12" fill="${ink.meta}">${escape(formLabel(form))}</text>`,
    `<text x="12" y="50" font-size="14" font-weight="600" fill="${ink.text}">${escape(fitName(name, 24))}</text>`,
    detail ? `<text x="12" y="72" font-size="11" fill="${ink.meta}">${escape(fitName(detail, 32))}</text>` : "",
    "</g>",
  ].join("");
}

function drawEdge(edge: CanvasEdge, { path }: RoutedLine): string {
  const { look, name } = edge;
  const { color, dash, width } = isSideLine(edge) ? { ...strokes[look], color: ink.faint, width: 1 } : strokes[look];
  const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
  return `<g><title>${escape(name)}</title><path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"${dashes} marker-end="url(#arrow)"/></g>`;
}

/** Of forbidden lines alone: the others have a dash that the legend explains, and words on many would lie over each other. */
function drawWord({ look }: CanvasEdge, { middle }: RoutedLine): string {
  if (look !== "forbidden") return "";
  return `<text x="${middle.x}" y="${middle.y}" font-size="11" text-anchor="middle" fill="${strokes[look].color}" stroke="#fff" stroke-width="4" paint-order="stroke">${edgeLookLabels[look]}</text>`;
}

const legendTexts: Record<EdgeLook, string> = {
  known: "In the code",
  undeclared: "Undeclared: in the code, without a line",
  unused: "Unused: a line without code",
  forbidden: "Forbidden, but in the code",
  unverified: "Unverified: the index is old or missing",
  "ruled-out": "Ruled out: forbidden, and not in the code",
  planned: "Planned: allowed, and not in the code yet",
};
const legendRowPx = 22;
const sampleWidthPx = 40;
/** Room for the widest text at its size. */
const legendColumnPx = 320;

/** What each kind of line means, below the picture; nothing where all lines are of the usual kind. */
function drawLegend(edges: readonly CanvasEdge[], at: { left: number; top: number; width: number }) {
  const shown = new Set(edges.map(({ look }) => look));
  const looks = (Object.keys(legendTexts) as EdgeLook[]).filter((look) => shown.has(look));
  if (looks.every((look) => look === "known")) return { parts: [], width: 0, height: 0 };
  const columns = Math.max(1, Math.floor(at.width / legendColumnPx));
  const parts = looks.map((look, index) => {
    const { color, dash, width } = strokes[look];
    const x = at.left + (index % columns) * legendColumnPx;
    const y = at.top + Math.floor(index / columns) * legendRowPx;
    const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
    return `<g data-legend="${look}"><line x1="${x}" y1="${y}" x2="${x + sampleWidthPx}" y2="${y}" stroke="${color}" stroke-width="${width}"${dashes}/><text x="${x + sampleWidthPx + 8}" y="${y + 4}" font-size="12" fill="${ink.text}">${legendTexts[look]}</text></g>`;
  });
  const rows = Math.ceil(looks.length / columns);
  return { parts, width: legendColumnPx, height: rows * legendRowPx + legendRowPx / 2 };
}

/** Of thousands of numbers, more than a call takes. */
function floor(numbers: readonly number[]): number {
  return Math.floor(numbers.reduce((least, one) => Math.min(least, one)));
}

function ceiling(numbers: readonly number[]): number {
  return Math.ceil(numbers.reduce((most, one) => Math.max(most, one)));
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
