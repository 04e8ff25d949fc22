import type { Passage } from "./passage.ts";

/** Documents about the past of the project or about working together, not about what the code does. */
const isAboutPeople =
  /(?:^|\/)(?:changelog|changes|history|news|releases?|code[_-]of[_-]conduct|pull_request_template|contribut\w*|security|authors|maintainers|governance|licen[sc]e|benchmarks?|migrat\w*|upgrad\w*)[^/]*$|(?:^|\/)issue_template/i;
const peopleHeading = /^(?:authors?|contribut\w*|licen[sc]e|credits?|sponsors?|acknowledge?ments?|donat\w*|links)\b/i;

/** Whether a passage comes from a changelog, a contribution guide, a licence or the like. */
export function isAboutTeamwork({ content, path }: Pick<Passage, "content" | "path">): boolean {
  if (/(?:^|\/)\.[^/]+/.test(path)) return true;
  return content.type === "prose" && (isAboutPeople.test(path) || peopleHeading.test(content.prose.heading));
}
