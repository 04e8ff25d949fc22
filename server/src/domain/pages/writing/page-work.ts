import type { ArtifactRow, SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import type { PagePlan } from "#server/engine/pages/plan/page-plans.ts";
import type { PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";

import type { SectionOutcome } from "./writing-run.ts";

/** What is to be written on one page. */
export interface PageWork {
  page: ArtifactRow;
  /** Titles of all pages of the product, in their order. */
  titles: readonly string[];
  subject: PageSubject;
  /** What a first page may hold; null for pages that people made. */
  plan: PagePlan | null;
  /** Sections to write: those in one of these states, and these. */
  due: { statuses: SectionRow["status"][]; sectionIds: readonly string[] };
  /** Sections that rest on lines which changed. */
  staleIds: ReadonlySet<string>;
  /** Whether any section was due when the run looked. */
  isDue: boolean;
  /** Parts of the plan that the page does not have. */
  absent: readonly SectionTemplate[];
}

/** The texts of a page's sections that a model writes together. */
export interface PageTexts {
  /** Of a section as it stood when it was chosen; null where it is not to be written. */
  ofSection(row: SectionRow): Promise<SectionOutcome | null>;
  /** Of a part that the page does not have yet; null where it is not to be written. */
  ofPart(template: SectionTemplate): Promise<SectionOutcome | null>;
}
