import { describeAll, openSession, type DefinitionMatch, type GraphQuestion } from "./graph-session.ts";

/** Files that may be read for all of them. */
const fileBudget = 1200;

/** A call, and what it calls as far as the language's own rules lead there; best first. */
export interface FollowedCall {
  name: string;
  line: number;
  definitions: DefinitionMatch[];
}

/** Lines of a file; of their calls those of some names alone where these are given. */
interface CallingLines {
  path: string;
  startLine: number;
  endLine: number;
  names?: ReadonlySet<string>;
}

/** Looks for the calls within some lines of a file that lead to declarations of the repository; in their order. */
export type CallFinder = (lines: CallingLines) => Promise<FollowedCall[]>;

/** For following many calls of one repository: what was read for one is known to the next. */
export function openCallFinder(question: GraphQuestion): CallFinder {
  const session = openSession(question, fileBudget);
  return async ({ path, startLine, endLine, names: wanted }) => {
    await session.source.load([path]);
    const calls: FollowedCall[] = [];
    for (const [index, { name, line, role }] of (session.source.graph(path)?.uses ?? []).entries()) {
      if (role !== "call" || line < startLine || line > endLine || wanted?.has(name) === false) continue;
      const definitions = describeAll(session, await session.ask((names) => names.resolveUse(path, index)));
      if (definitions.length > 0) calls.push({ name, line, definitions });
    }
    return calls;
  };
}
