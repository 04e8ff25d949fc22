/** Topics that a page can have for any code, whatever it is for. */
export type TopicName =
  | "purpose" | "overview" | "service-reference" | "architecture" | "request-flow" | "concepts" | "data-model" | "technology"
  | "release-notes" | "changelog" | "changes" | "entry-points" | "commands" | "endpoints" | "api" | "interface"
  | "first-settings" | "configuration" | "scripts" | "dependencies" | "tests" | "checks" | "prerequisites" | "install"
  | "run" | "readme" | "layout" | "reading" | "contributing" | "onboarding" | "deployment" | "health" | "logs" | "shutdown"
  | "failures" | "runbook" | "decisions" | "access" | "background" | "data-access" | "migrations" | "automation" | "additions" | "gotchas" | "conventions"; // prettier-ignore

export interface TopicPhrases {
  intent: TopicName;
  /** Prompts that ask for it. */
  examples: readonly string[];
  patterns: readonly string[];
  /** The same in a question that begins with how, where, when, who or why; absent where none is answered by it. */
  questions?: readonly string[];
  /** Topics that it is made of. */
  parts?: readonly TopicName[];
}
