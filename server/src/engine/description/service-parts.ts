import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageService } from "#server/engine/facts/scope/page-input.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

/** More names are no sentence any more. */
const mostNamed = 15;
/** Of more services, so many stand for them. */
const chosenNames = 6;
/** Lines for a sentence of names; each name beyond has its own in the product's list of services. */
const mostEvidence = 15;
const metFirst =
  /(?:^|[^a-z])(?:gateway|front-?end|web(?:site|app|ui)?|ui|portal|bff|storefront)(?:[^a-z]|$)|gateway$|frontend$/i;

interface ServiceWeight {
  service: PageService;
  evidence: Evidence[];
  /** How many others call it. */
  users: number;
}

/**
 * The product's services by their own names: all where they are few, else their number and those that people meet first or
 * most others use. Null where it has fewer than two with code, so that its parts are those of the code.
 */
export function nameServices({ name, service, scopes, services }: PageSubject): Statement | null {
  if (service !== null) return null;
  const found = services.flatMap((one) => findService(one, scopes)).toSorted(byWeight);
  if (found.length < 2) return null;
  const isAll = found.length <= mostNamed;
  const shown = isAll ? found : found.slice(0, chosenNames);
  const names = enumerate(shown.map((one) => one.service.name));
  const said = `${name} has ${count(found.length, "service")}`;
  const text = isAll ? `${said}: ${names}.` : `${said}, among them ${names}.`;
  return { text, evidence: shown.flatMap(({ evidence }) => evidence).slice(0, mostEvidence) };
}

function findService(service: PageService, scopes: readonly CodeScope[]): ServiceWeight[] {
  const scope = scopes.find(({ repository }) => repository.repositoryId === service.repositoryId);
  if (scope === undefined) return [];
  const folder = service.workingPath.replace(/^\/+|\/+$/g, "");
  const isOwn = ({ path }: { path: string }) => folder === "" || path.startsWith(`${folder}/`);
  const evidence = evidenceOfFiles(scope, scope.sources.filter(isOwn));
  // A folder of pages or settings alone has no source, and is there all the same.
  const shown = evidence.length > 0 ? evidence : evidenceOfFiles(scope, scope.files.filter(isOwn));
  return shown.length === 0 ? [] : [{ service, evidence: shown, users: countCallers(scope, folder) }];
}

/** What is started after it only waits for it. */
function countCallers(scope: CodeScope, folder: string): number {
  const { nodes, edges } = scope.repository.index.system();
  const own = new Set(nodes.flatMap((node) => (node.folder === folder ? [node.id] : [])));
  const callers = edges.filter(({ from, to, how }) => own.has(to) && !own.has(from) && how !== "depends-on");
  return new Set(callers.map(({ from }) => from)).size;
}

function byWeight(a: ServiceWeight, b: ServiceWeight): number {
  return meets(b) - meets(a) || b.users - a.users || a.service.name.localeCompare(b.service.name);
}

/** People see pages, and all that is asked comes by a gateway. */
function meets({ service }: ServiceWeight): number {
  return service.type === "frontend" || service.type === "fullstack" || metFirst.test(service.name) ? 1 : 0;
}
