import type { Architecture } from "@cairn/contract/architecture";
import type { ArchitectureFormat, exportArchitecture as endpoint } from "@cairn/contract/architecture-export";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { drawMermaid } from "./export/draw-mermaid.ts";
import { writeStructurizr } from "./export/write-structurizr.ts";
import { loadArchitecture } from "./load-architecture.ts";

const endings: Record<ArchitectureFormat, string> = { mermaid: "mmd", structurizr: "dsl", json: "json" };

/** The architecture for other tools. */
export async function exportArchitecture(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const text = formatArchitecture(await loadArchitecture(ctx, project), { title: project.name, format: input.format });
  const bytes = new TextEncoder().encode(text);
  return {
    bytes: new Blob([bytes]).stream(),
    size: bytes.byteLength,
    contentType: input.format === "json" ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    filename: `${project.slug}-architecture.${endings[input.format]}`,
  };
}

function formatArchitecture(
  architecture: Architecture,
  { title, format }: { title: string; format: ArchitectureFormat },
): string {
  switch (format) {
    case "mermaid":
      return drawMermaid(architecture, title);
    case "structurizr":
      return writeStructurizr(architecture, title);
    case "json":
      return `${JSON.stringify(withoutPeople(architecture), null, 2)}\n`;
  }
}

/** Who said what stays here: the file goes to others. */
function withoutPeople({ baselineBy: _by, edges, ...rest }: Architecture): Architecture {
  return { ...rest, edges: edges.map(({ said: _said, ...edge }) => edge) };
}
