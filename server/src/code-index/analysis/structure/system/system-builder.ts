import type { SystemEdge, SystemNode, SystemSource } from "#server/code-index/ports/system.ts";

/** Lines of one box or arrow that are kept. */
const maxSources = 6;
const maxEdges = 5000;
const strength: Record<SystemEdge["how"], number> = {
  "connection-setting": 0,
  client: 1,
  "http-call": 2,
  message: 3,
  mount: 4,
  "depends-on": 5,
};

/** Boxes and arrows, each once, with the lines that show them. */
export class SystemBuilder {
  readonly nodes = new Map<string, SystemNode>();
  private readonly arrows = new Map<string, SystemEdge>();

  addNode(node: Omit<SystemNode, "id">): SystemNode {
    const plain =
      node.name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, "") || "unnamed";
    let id = plain;
    for (let count = 2; this.nodes.has(id); count += 1) id = `${plain}-${count}`;
    const made = { ...node, id, sources: node.sources.slice(0, maxSources) };
    this.nodes.set(id, made);
    return made;
  }

  connect(edge: Omit<SystemEdge, "sources"> & { source: SystemSource }): void {
    const { source, ...rest } = edge;
    if (rest.from === rest.to || this.arrows.size >= maxEdges) return;
    const key = `${rest.from} ${rest.to}`;
    const known = this.arrows.get(key);
    if (known === undefined) {
      this.arrows.set(key, { ...rest, sources: [source] });
      return;
    }
    const isStronger = strength[rest.how] < strength[known.how];
    if (isStronger) known.how = rest.how;
    if (rest.certainty === "resolved") known.certainty = "resolved";
    const isKnown = known.sources.some(({ path, startLine }) => path === source.path && startLine === source.startLine);
    if (isKnown || known.sources.length >= maxSources) return;
    if (isStronger) known.sources.unshift(source);
    else known.sources.push(source);
  }

  disconnect(isWrong: (edge: SystemEdge) => boolean): void {
    for (const [key, edge] of this.arrows) if (isWrong(edge)) this.arrows.delete(key);
  }

  edges(): SystemEdge[] {
    return [...this.arrows.values()];
  }
}
