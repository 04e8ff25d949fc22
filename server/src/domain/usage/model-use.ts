/** For whom and what for a model is called. */
export interface ModelCaller {
  organizationId: string;
  /** Null for a call about no product. */
  projectId: string | null;
  /** Null for a job. */
  userId: string | null;
  purpose:
    | "answer"
    | "title"
    | "description"
    | "draft"
    | "pages"
    | "plan"
    | "checks"
    | "architecture"
    | "implementation";
}
