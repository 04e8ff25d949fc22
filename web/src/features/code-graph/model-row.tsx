import type { CodeModel } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { CodeLink } from "./code-link.tsx";
import { DisclosureRow } from "./disclosure-row.tsx";

/** A data model; expands to its fields and code location. */
export function ModelRow({ project, model }: { project: ProjectKey; model: CodeModel }) {
  const { name, kind, fields, references, place: location } = model;
  return (
    <DisclosureRow
      head={
        <>
          <span className="min-w-0 font-mono text-xs font-medium wrap-anywhere text-ink">{name}</span>
          <span className="min-w-0 text-xs wrap-anywhere text-ink-3">{kind}</span>
        </>
      }
      meta={`${fields.length} ${fields.length === 1 ? "field" : "fields"}`}
    >
      <CodeLink project={project} location={location} />
      {fields.length > 0 && (
        <dl className="mt-1 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 font-mono text-xs">
          {fields.map((field) => (
            // A field may be declared twice, in two branches of a type.
            <div key={`${field.name}:${field.type}`} className="col-span-2 grid grid-cols-subgrid">
              <dt className="wrap-anywhere text-ink">{field.name}</dt>
              <dd className="wrap-anywhere text-ink-3">{field.type}</dd>
            </div>
          ))}
        </dl>
      )}
      {references.length > 0 && (
        <p className="mt-2 text-xs text-ink-3">
          Refers to <span className="font-mono wrap-anywhere text-ink-2">{references.join(", ")}</span>
        </p>
      )}
    </DisclosureRow>
  );
}
