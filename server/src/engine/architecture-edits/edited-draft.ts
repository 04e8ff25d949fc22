/** What a service is. */
export const serviceForms = ["frontend", "api", "fullstack", "library", "database"] as const;
export type ServiceForm = (typeof serviceForms)[number];

/** What is no service: it is found in the code, or somebody drew it. */
export const drawnForms = ["store", "queue", "outside"] as const;
export type DrawnForm = (typeof drawnForms)[number];
export type EditedForm = ServiceForm | DrawnForm;

export interface EditedNode {
  nodeId: string;
  form: EditedForm;
  name: string;
  description: string;
  /** Of what is no service: "PostgreSQL"; absent where nothing is said. */
  technology?: string | null | undefined;
  /** Somebody drew it, so that it can be called otherwise and go again; what is found in the code cannot. */
  isDrawn?: boolean | undefined;
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
  /** A store, a queue or an outside service as it is to be: a new one, or one that somebody drew. */
  | { kind: "drawn"; nodeId: string; isNew: boolean; form: DrawnForm; name: string; technology: string | null }
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
  | {
      do: "add";
      name: string;
      type: EditedForm | null;
      description?: string | null | undefined;
      /** Of what is no service. */
      technology?: string | null | undefined;
    }
  | { do: "rename"; node: string; name: string }
  | { do: "retype"; node: string; type: EditedForm }
  | { do: "describe"; node: string; description: string }
  | { do: "split"; node: string; into: readonly string[] }
  | { do: "remove"; node: string }
  | { do: "connect"; source: string; target: string }
  | { do: "forbid"; source: string; target: string }
  | { do: "disconnect"; source: string; target: string }
  | { do: "arrange" }
);

/** What a form is called in a sentence. */
export const formWords: Record<EditedForm, string> = {
  frontend: "frontend",
  api: "backend",
  fullstack: "fullstack app",
  library: "library",
  database: "database",
  store: "store",
  queue: "queue",
  outside: "outside service",
};

export function isServiceForm(form: EditedForm): form is ServiceForm {
  return (serviceForms as readonly string[]).includes(form);
}
