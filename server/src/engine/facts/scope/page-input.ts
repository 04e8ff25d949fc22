import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { CodeReader } from "#server/engine/evidence/evidence.ts";

/** One repository: what is known of it and how its lines are read, both at the same commit. */
export interface PageRepository {
  repositoryId: string;
  /** What people call it: the slug. */
  name: string;
  index: CodeIndex;
  reader: CodeReader;
}

export interface PageService {
  serviceId: string;
  name: string;
  description: string;
  type: string;
  /** Null for a service without code of its own. */
  repositoryId: string | null;
  /** Folder of the repository, with a leading slash. */
  workingPath: string;
}

/** What the pages of a product are written from. */
export interface PageInput {
  productName: string;
  repositories: readonly PageRepository[];
  services: readonly PageService[];
}
