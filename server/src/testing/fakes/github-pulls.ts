import type { FakePull, GithubState } from "./github-state.ts";

interface FakePullCall {
  /** Of the repository. */
  name: string;
  /** What is to be opened; null where something is asked. */
  given: Record<string, string> | null;
  /** Of the pull request that is asked about. */
  number: string | undefined;
  query: URLSearchParams;
  tipOf: (name: string, branch: string) => Promise<string | null>;
}

/** What pull requests say of where they are; others are forks. */
const pullRepositoryId = 1;

/** Opens, lists and shows pull requests as GitHub does: one at most is open between two branches. */
export async function answerPullCall(
  state: Pick<GithubState, "pulls">,
  { name, given, number, query, tipOf }: FakePullCall,
): Promise<{ status: number; body: unknown }> {
  const pulls = state.pulls.get(name) ?? [];
  // An open one stands at its branch, whoever pushes to that.
  for (const pull of pulls) {
    if (pull.state === "open") pull.head.sha = (await tipOf(name, pull.head.ref)) ?? pull.head.sha;
  }
  if (number !== undefined) {
    const found = pulls.find((one) => one.number === Number(number));
    return found ? { status: 200, body: found } : { status: 404, body: { message: "Not Found" } };
  }
  if (given === null) {
    const head = query.get("head")?.split(":")[1];
    const found = pulls.filter((one) => one.head.ref === head && one.base.ref === query.get("base"));
    return { status: 200, body: found.toReversed() };
  }
  const { head = "", base = "", title = "", body = "" } = given;
  const sha = await tipOf(name, head);
  const isThere = pulls.some((one) => one.state === "open" && one.head.ref === head && one.base.ref === base);
  if (sha === null || isThere || sha === (await tipOf(name, base))) {
    return { status: 422, body: { message: "Validation Failed" } };
  }
  const pull: FakePull = {
    number: 12 + pulls.length,
    title,
    body,
    state: "open",
    merged_at: null,
    merge_commit_sha: null,
    head: { ref: head, sha, repo: { id: pullRepositoryId } },
    base: { ref: base, repo: { id: pullRepositoryId } },
  };
  state.pulls.set(name, [...pulls, pull]);
  return { status: 201, body: pull };
}
