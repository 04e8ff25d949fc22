import type { ImportField, ImportPreview } from "@cairn/contract/task-imports";

import { Select } from "#web/ui/form/select.tsx";

const fieldNames: Record<ImportField, string> = {
  title: "Title",
  key: "What others call it",
  description: "Description",
  state: "State",
  priority: "Priority",
  assignee: "Assignee",
  labels: "Labels",
  service: "Service",
  criteria: "Acceptance criteria",
  blockedBy: "Blocked by",
  link: "Link",
  createdAt: "Created",
  archived: "Whether it is archived",
};

const nothing = "nothing";
const options = [
  { value: nothing, label: "Leave out" },
  ...Object.entries(fieldNames).map(([value, label]) => ({ value, label })),
];

interface ImportColumnsProps {
  file: NonNullable<ImportPreview["file"]>;
  onColumns: (columns: (ImportField | null)[]) => void;
}

/** How a file was read, and what each of its columns holds. */
export function ImportColumns({ file, onColumns }: ImportColumnsProps) {
  const fields = file.columns.map(({ field }) => field);
  const change = (at: number, value: string) =>
    onColumns(
      fields.map((field, index) => (index === at ? (value === nothing ? null : (value as ImportField)) : field)),
    );
  const taken = fields.filter((field) => field !== null).length;
  return (
    <details open={!fields.includes("title")} className="rounded-lg border border-line bg-surface-2 p-3 md:px-4">
      <summary className="min-h-6 rounded-sm text-sm font-medium pointer-coarse:min-h-11">
        Columns: {taken} of {fields.length} taken
      </summary>
      <p className="mt-2 mb-3 text-sm text-ink-3">
        Read as {file.encoding}, separated by {separatorNames[file.separator] ?? `“${file.separator}”`}.
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {file.columns.map(({ header, field, example }, at) => (
          <Select
            // Two may have one header.
            // oxlint-disable-next-line no-array-index-key
            key={at}
            label={header || `Column ${at + 1}`}
            hint={example === "" ? "Empty" : `Such as “${example}”`}
            options={options}
            value={field ?? nothing}
            onValueChange={(value) => change(at, value)}
          />
        ))}
      </div>
    </details>
  );
}

const separatorNames: Record<string, string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "upright lines",
};
