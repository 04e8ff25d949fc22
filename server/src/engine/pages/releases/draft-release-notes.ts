import { governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { changelogBlocks, matchCommit } from "#server/engine/pages/overview/draft-changes.ts";
import { heading, list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import type { CommitRecord } from "#server/git-source.ts";

const shownEntries = 14;
const consideredCommits = 200;
const shownCommits = 8;
/** What counts as of late where no commit made a release. */
const latelyCommits = 60;

const kinds: readonly { title: string; begins: RegExp }[] = [
  { title: "Fixed", begins: /^(?:fix|bugfix|hotfix|resolve|correct|repair|prevent|avoid|handle)/i },
  { title: "Removed", begins: /^(?:remove|delete|drop|deprecate)/i },
  { title: "Faster", begins: /^(?:perf|speed|optimi[sz]e|faster)/i },
  { title: "New", begins: /^(?:feat|add|introduce|implement|support|allow|new|create|enable)/i },
];
const otherKind = "Changed";

/** What the changelog says of the newest version, and the commits since the last release by kind, as far as the code shows them. */
export async function draftReleaseNotes(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const own = [
      ...(await versionBlocks(scope)),
      ...(await changelogBlocks(scope, shownEntries)),
      ...commitBlocks(scope),
    ];
    if (!own.some(({ kind }) => kind === "list")) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(...own);
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** The manifest's version, where a line of it says so; that of a Go module is the language's. */
async function versionBlocks(scope: CodeScope): Promise<DraftBlock[]> {
  for (const { path, manifest } of governingManifests(scope)) {
    const { version, ecosystem } = manifest;
    if (version === null || ecosystem === "go" || !/^v?\d+\.\d+/.test(version) || version.startsWith("0.0.0")) continue;
    const lines = (await scope.lines(path)) ?? [];
    const at = lines.findIndex((line) => /version/i.test(line) && line.includes(version));
    if (at < 0) continue;
    const text = `${codeSpan(scope.shorten(path))} names version ${codeSpan(version)}.`;
    return [paragraph({ text, evidence: [scope.at(path, at + 1)] })];
  }
  return [];
}

/** What the changelog says of the newest version. */
export async function draftChangelog({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = (await Promise.all(scopes.map((scope) => changelogBlocks(scope, shownEntries)))).flat();
  return blocks.length > 0 ? { blocks } : null;
}

function commitBlocks(scope: CodeScope): DraftBlock[] {
  for (const { commits, said: output } of releaseSpans(scope)) {
    const items = itemsByKind(scope, commits);
    if (items.size === 0) continue;
    return ["New", otherKind, "Faster", "Fixed", "Removed"].flatMap((title) => {
      const own = items.get(title) ?? [];
      return own.length === 0
        ? []
        : [list(`**${title}** in commits ${output}, as the code shows it:`, own.slice(0, shownCommits))];
    });
  }
  return [];
}

/** The commits whose work can be seen in the code, by kind; each declaration once. */
function itemsByKind(scope: CodeScope, commits: readonly CommitRecord[]): Map<string, ListItem[]> {
  const items = new Map<string, ListItem[]>();
  const reported = new Set<string>();
  for (const commit of commits) {
    const found = matchCommit(scope, commit);
    const key = found && `${found.path}\n${found.name}`;
    if (found === null || key === null || reported.has(key)) continue;
    reported.add(key);
    const kind = kindOf(commit);
    items.set(kind, [...(items.get(kind) ?? []), found.item]);
  }
  return items;
}

/** Commits after the newest one that made a release, then those of that release; the newest few where none is called so. */
function releaseSpans(scope: CodeScope): { commits: readonly CommitRecord[]; said: string }[] {
  const { history } = scope.repository.index;
  const commits =
    scope.folder === ""
      ? history.recentCommits(consideredCommits)
      : history.commitsTouching(scope.folder, consideredCommits);
  const at = commits.findIndex(({ subject }) => isRelease(subject));
  const release = commits[at];
  if (!release) return [{ commits: commits.slice(0, latelyCommits), said: "of late" }];
  const before = commits.findIndex(({ subject }, position) => position > at && isRelease(subject));
  const name = `“${cutText(cleanProse(release.subject), 60)}”`;
  const own = commits.slice(at + 1, before < 0 ? at + 1 + latelyCommits : before);
  return [
    { commits: commits.slice(0, at), said: `since ${name}` },
    { commits: own, said: `before ${name}` },
  ];
}

function isRelease(subject: string): boolean {
  return /^(?:chore(?:\([^)]*\))?:?\s*)?(?:release|prepare (?:for )?(?:release|v?\d)|bump(?:ed|s)?:?(?: the)? version|version packages|(?:bump(?:ed|s)?|prepare|cut|tag|publish)\s+(?:version\s+|to\s+|for\s+)?v?\d+\.\d+|v?\d+\.\d+\.\d+\S*)(?:\b|$)/i.test(
    subject,
  );
}

function kindOf({ subject }: CommitRecord): string {
  const named = subject.replace(/^\W*(?:\[[^\]]+\]\s*)?/, "");
  // "logging: add a filter" names the part first; "fix(http): …" names the kind.
  const plain = kinds.some(({ begins }) => begins.test(named))
    ? named
    : named.replace(/^[\w/.,*-]+(?:\([^)]*\))?!?:\s*/, "");
  return kinds.find(({ begins }) => begins.test(plain))?.title ?? otherKind;
}
