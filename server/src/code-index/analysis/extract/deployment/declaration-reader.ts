import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedUnit, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

/** How one kind of file declares what runs. Adding a kind is one of these with its examples. */
export interface DeclarationReader {
  /** Files with this role, or with this language and text. */
  roles?: readonly FileRole[];
  language?: string;
  pattern?: RegExp;
  read: (source: SourceText) => { units: DeployedUnit[]; includes?: string[]; maps?: DeploymentFacts["maps"] };
  examples: readonly DeclarationExample[];
}

/** A file, and its units in short: "web image=nginx:1 port=80 needs=api,db command=…". */
interface DeclarationExample {
  path: string;
  text: string;
  units: readonly string[];
}
