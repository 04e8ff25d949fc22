/** What a service is. */
export const serviceForms = ["frontend", "api", "fullstack", "library", "database"] as const;
export type ServiceForm = (typeof serviceForms)[number];

export interface EditedNode {
  nodeId: string;
  form: ServiceForm | "store" | "queue" | "outside";
  name: string;
  description: string;
}

export interface EditedEdge {
  sourceId: string;
  targetId: string;
  stance: "allowed" | "forbidden" | null;
  /** The code has it, whatever is said of it. */
  isInCode: boolean;
}

/** Nodes and connections as somebody sees them, saved or not. */
export interface EditedDraft {
  nodes: readonly EditedNode[];
  edges: readonly EditedEdge[];
}

/** One change of a draft, of nodes that are there. */
export type DrawingChange = { reason: string | null } & (
  | { kind: "added"; nodeId: string; form: ServiceForm; name: string; description: string }
  | { kind: "renamed"; nodeId: string; name: string }
  | { kind: "retyped"; nodeId: string; form: ServiceForm }
  | { kind: "described"; nodeId: string; description: string }
  | { kind: "removed"; nodeId: string }
  | { kind: "joined"; sourceId: string; targetId: string; stance: "allowed" | "forbidden" }
  | { kind: "parted"; sourceId: string; targetId: string }
  | { kind: "arranged" }
);

/** The same as it is said: nodes by their names. */
export type SpokenChange = { reason?: string | null | undefined } & (
  | { do: "add"; name: string; type: ServiceForm | null; description?: string | null | undefined }
  | { do: "rename"; node: string; name: string }
  | { do: "retype"; node: string; type: ServiceForm }
  | { do: "describe"; node: string; description: string }
  | { do: "split"; node: string; into: readonly string[] }
  | { do: "remove"; node: string }
  | { do: "connect"; source: string; target: string }
  | { do: "forbid"; source: string; target: string }
  | { do: "disconnect"; source: string; target: string }
  | { do: "arrange" }
);

/** What a form is called in a sentence. */
export const formWords: Record<EditedNode["form"], string> = {
  frontend: "frontend",
  api: "backend",
  fullstack: "fullstack app",
  library: "library",
  database: "database",
  store: "store",
  queue: "queue",
  outside: "outside service",
};

export function isServiceForm(form: EditedNode["form"]): form is ServiceForm {
  return (serviceForms as readonly string[]).includes(form);
}
