import { isServiceForm, type EditedNode } from "./edited-draft.ts";
import type { KnownPart } from "./known-parts.ts";

/** The node that does what a part is for, nodes that may do it, or nodes that only speak of it. */
export type Provider =
  | { kind: "sure"; node: EditedNode }
  | { kind: "unsure" | "mentioned"; nodes: readonly EditedNode[] }
  | { kind: "none" };

/**
 * Who does already what a goal calls for. A name says so by its head ("payment-service", not "payment-history"), a
 * description by what its first verb is about, an outside service by what it is. Several that do it, or a name that may mean
 * something else, are said to be unsure; one of them that the goal names is meant.
 */
export function findProvider(part: KnownPart, nodes: readonly EditedNode[], named: readonly EditedNode[]): Provider {
  const able = nodes.filter((node) => mayProvide(node, part));
  const own = able.filter(({ form }) => form !== "library" && form !== "store" && form !== "outside");
  const others = able.filter((node) => !own.includes(node));
  const isNamed = (node: EditedNode) => hasHead(node, part.names);
  const tests: [readonly EditedNode[], (node: EditedNode) => boolean][] = [
    [own, isNamed],
    [own, ({ description }) => isAbout(description, part.words)],
    [others, (node) => isNamed(node) || isProduct(node, part)],
  ];
  for (const [among, test] of tests) {
    const found = among.filter(test);
    const [first, second] = chosen(found, named);
    if (first !== undefined && second === undefined) return { kind: "sure", node: first };
    if (first !== undefined) return { kind: "unsure", nodes: found };
  }
  const likely = own.filter((node) => mayMean(node, part));
  const [meant, second] = chosen(likely, named);
  if (meant !== undefined && second === undefined && named.includes(meant)) return { kind: "sure", node: meant };
  if (likely.length > 0) return { kind: "unsure", nodes: likely };
  const speaking = own.filter(({ description }) => part.words.test(description));
  return speaking.length > 0 ? { kind: "mentioned", nodes: speaking } : { kind: "none" };
}

/** Those that the goal names, where it names any of them. */
function chosen(found: readonly EditedNode[], named: readonly EditedNode[]): readonly EditedNode[] {
  const said = found.filter((node) => named.includes(node));
  return said.length > 0 ? said : found;
}

/** A database of payments takes none; what is run or bought may do it where its name or kind says so. */
function mayProvide({ form }: EditedNode, part: KnownPart): boolean {
  if (!isServiceForm(part.form)) return form === part.form;
  if (part.form === "frontend") return form === "frontend";
  return form !== "frontend" && form !== "database" && form !== "queue";
}

/** Words of a name that only say that it is a program. */
const programWord =
  /^(?:services?|servers?|svc|apis?|apps?|applications?|backend|frontend|gateway|handlers?|managers?|senders?|providers?|processors?|consumers?|producers?|workers?|jobs?|engines?|systems?|modules?|core|ms|microservices?|microsvc|grpc|rest|http|mocks?|fake|v?\d+)$/;
const gluedProgramWord = /(?<=\p{L}{3})(?:microservice|services?|server|svc|api|app|backend|worker|gateway)$/u;

function headsOf(name: string): { heads: string[]; tokens: string[] } {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const tokens = parts ?? [];
  const telling = tokens
    .filter((token) => !programWord.test(token))
    .map((token) => token.replace(gluedProgramWord, ""));
  const meant = telling.length > 0 ? telling : tokens;
  const last = meant.at(-1) ?? "";
  const pair = meant.slice(-2).join("");
  return { heads: [...new Set([last, pair])], tokens: meant };
}

/** What is written together with another word counts where it is long enough to mean nothing else: "cartpayments". */
function isCalled(token: string, names: string): boolean {
  if (new RegExp(`^(?:${names})$`).test(token)) return true;
  const glued = new RegExp(`^\\p{L}{3,}?(${names})$`, "u").exec(token)?.[1];
  return glued !== undefined && glued.length >= 5;
}

function hasHead({ name }: EditedNode, names: string): boolean {
  return headsOf(name).heads.some((head) => isCalled(head, names));
}

function mayMean({ name }: EditedNode, { names, maybe }: KnownPart): boolean {
  const { heads, tokens } = headsOf(name);
  if (tokens.some((token) => isCalled(token, names))) return true;
  return maybe !== undefined && heads.some((head) => new RegExp(`^(?:${maybe})$`).test(head));
}

function isProduct({ name, technology }: EditedNode, { products }: KnownPart): boolean {
  return products !== undefined && [name, technology ?? ""].some((said) => products.test(said.trim()));
}

/** What stands behind these words is where, when or for whom it is done, and not what is done. */
const aside =
  /\s(?:for|of|from|after|before|on|upon|when|whenever|while|if|by|with|without|in|into|at|per|via|through|under|based|about|that|which|who|whose|except|instead|using)\s|[,;:(.]/i;
const lead =
  /^(?:(?:a|an|the|this)\s+)?(?:[\w-]+\s+)?(?:service|api|server|app|backend|worker|component|program)\s+(?:for|that|which|to)\s+/i;
const denial = /\b(?:no|not|never|cannot|nothing|without|n't)\b/i;

/** Whether a description's first sentence says of itself that it does what the words name: "Sends e-mails to customers". */
function isAbout(description: string, words: RegExp): boolean {
  const said = `${description.trim().replace(lead, "")} `;
  const clause = said.slice(0, said.search(aside) < 0 ? undefined : said.search(aside));
  return words.test(clause) && !denial.test(clause);
}
