import type { NameUse } from "#server/code-index/analysis/graph/model/file-graph.ts";
import { folderOf } from "#server/code-index/analysis/structure/paths.ts";

import type { Ref, Resolution, Surroundings } from "./resolution.ts";
import { declarationOf, nothing } from "./resolution.ts";

/** More guesses than this help nobody. */
const maxGuesses = 3;

/**
 * Members of the languages' own lists, texts and maps: where nothing is known of the owner these are far more often
 * meant than a member of the repository.
 */
const common = new Set(
  (
    "get set add has delete clear size length push pop shift map filter find forEach reduce some every includes indexOf " +
    "slice splice concat join keys values entries sort reverse flat flatMap at then catch finally call apply bind " +
    "toString valueOf test exec match replace split trim name message code data value type id key append extend items " +
    "update copy insert remove index count format strip startswith endswith encode decode read write close open " +
    "lower upper Error String len next start end run data url path status body text json send on emit once log error " +
    "equals hashCode put contains isEmpty unwrap iter into clone collect"
  ).split(" "),
);

/** The member that is most likely meant by `something.name` where the type of `something` is not known. */
export function chooseMembers(around: Surroundings, path: string, use: NameUse): Resolution {
  if (use.name.length < 3) return nothing;
  const found = around.membersNamed(use.name, path).filter((ref) => {
    const declaration = declarationOf(around, ref);
    return declaration !== null && (use.role !== "call" || declaration.kind !== "parameter");
  });
  if (found.length === 0) return nothing;
  const near = (refs: readonly Ref[]): Resolution | null =>
    refs.length > 0 && refs.length <= (refs === found ? maxGuesses : 1)
      ? { refs: [...refs], isCertain: false, external: null }
      : null;
  const own = found.filter((ref) => ref.path === path);
  const imported = new Set(around.importsOf(path));
  const direct = found.filter((ref) => imported.has(ref.path));
  if (common.has(use.name)) return near(own) ?? (own.length === 0 ? (near(direct) ?? nothing) : nothing);
  const beside = found.filter((ref) => folderOf(ref.path) === folderOf(path));
  const named = withMethods(around, found, use);
  return (
    near(own) ?? near(direct) ?? (named.length === 1 ? near(named) : null) ?? near(beside) ?? near(found) ?? nothing
  );
}

/** What is called is a method far more often than a field. */
function withMethods(around: Surroundings, refs: readonly Ref[], use: NameUse): Ref[] {
  return use.role === "call" ? refs.filter((ref) => declarationOf(around, ref)?.kind === "method") : [];
}
