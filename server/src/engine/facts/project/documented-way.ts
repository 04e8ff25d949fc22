import { chooseReadme } from "#server/engine/facts/readme/find-readme.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";

import { commandsOf, readSections, type ReadSection } from "./document-sections.ts";
import { linkedDocuments, type DocumentLink } from "./linked-documents.ts";
import { worthOfStart } from "./start-commands.ts";
import { hasCommand, needed, rootOf, stepsOfWay, type SectionWeight, type WaySection } from "./steps-of-way.ts";

/** How the whole is started, by the README at the top or by a document that it names for that. */
export interface DocumentedWay {
  /** The sentence of the README that names the document; null where the README tells it itself. */
  link: { path: string; heading: string | null; block: ProseBlock } | null;
  sections: readonly WaySection[];
  /** Sections that tell other ways, in the order of their document. */
  others: readonly ReadSection[];
}

const aboutRunning =
  /\b(?:getting started|get started|quick ?start|run(?:s|ning)?|usage|how to use|install(?:s|ing|ation)?|set(?:ting)?[- ]?up|start(?:s|ing)?|try (?:it|this)|launch\w*|up and running|local(?:ly)?|develop(?:ment|ing|ers?)?|docker|demo)\b/i;
/** What is done later, or is no start of the whole. */
const later =
  /\b(?:upgrad\w*|updat\w*|uninstall\w*|troubleshoot\w*|tests?|testing|benchmark\w*|contribut\w*|clean(?:ing)?[- ]?up|stop(?:ping)?|tear\w*|back-?ups?|releas\w*|logs?|logging|monitor\w*|load generation|faq|license|lint\w*)\b/i;
const elsewhere =
  /\b(?:kubernetes|k8s|helm|minikube|openshift|marathon|swarm|aws|eks|ecs|azure|azd|aks|gcp|gke|google cloud|heroku|terraform)\b/i;
const onlyElsewhere = /^(?:(?:using|with|on|in|run(?:ning)?|deploy(?:ing|ment)?|kubernetes|k8s|helm|minikube|openshift|marathon|dcos|swarm|docker|aws|eks|ecs|azure|aks|gcp|gke|heroku|terraform|the|a|cluster|\/|\W)\s*)+$/i; // prettier-ignore
const ofDeployment = /\b(?:production|deploy\w*|host(?:ed|ing))\b/i;
const ofDevelopment = /\b(?:develop\w*|contribut\w*|from source|hacking|debug\w*|ide)\b/i;
const maxOthers = 5;

interface Way {
  sections: readonly ReadSection[];
  at: number;
  weight: number;
  link: { link: DocumentLink; section: ReadSection } | null;
}

/** Null where no document at the top tells it: neither its commands nor where they stand. */
export async function findDocumentedWay(scope: CodeScope): Promise<DocumentedWay | null> {
  const readme = chooseReadme(scope.repository.index.files().flatMap(({ path }) => (path.includes("/") ? [] : [path])));
  if (readme === null) return null;
  const sections = await readSections(scope, readme);
  const { worth, weight: weigh } = wayWeight(scope);
  const own = sections.flatMap((section, at): Way[] => {
    const weight = isAboutRunning(section) ? weigh(section) : 0;
    return weight > 0 ? [{ sections, at, weight, link: null }] : [];
  });
  const ways = [...own, ...(await linkedWays(scope, sections, new Set(own.map(({ at }) => at))))];
  const best = ways.toSorted((a, b) => b.weight - a.weight)[0];
  if (best === undefined || best.weight < leastWeight) return null;
  const told = stepsOfWay(best.sections, best.at, (heading) => aboutRunning.test(heading), worth);
  if (told.length === 0) return null;
  const isTold = (one: ReadSection) =>
    told.some(({ path, startLine }) => path === one.path && startLine === one.startLine);
  const others = [...new Set([best.sections, sections])].flatMap((some) => otherWays(some, { scope, worth, isTold }));
  return {
    link: best.link && { path: readme, heading: best.link.section.heading, block: best.link.link.block },
    sections: told,
    others: others.slice(0, maxOthers),
  };
}

const leastWeight = 0.9;

function isAboutRunning({ heading, upper }: ReadSection): boolean {
  return heading !== null && aboutRunning.test(`${heading} / ${upper}`) && !later.test(`${heading} / ${upper}`);
}

/** By the most that one of its commands starts, the plainest first. */
function wayWeight(scope: CodeScope): { worth: SectionWeight; weight: SectionWeight } {
  const worthOf = worthOfStart(scope);
  const worth: SectionWeight = ({ blocks }) => Math.max(0, ...blocks.flatMap(commandsOf).map(worthOf));
  const weight: SectionWeight = (section) => {
    const own = section.heading ?? "";
    const around = `${own} / ${section.upper}`;
    return (
      worth(section) -
      (elsewhere.test(around) ? 1.2 : 0) -
      (ofDeployment.test(own) && !aboutRunning.test(section.upper) ? 0.6 : 0) -
      (ofDevelopment.test(around) ? 0.3 : 0)
    );
  };
  return { worth, weight };
}

interface TellsOther {
  scope: CodeScope;
  worth: SectionWeight;
  isTold: (one: ReadSection) => boolean;
}

/** Each by the highest section around it that is about running and is not told. */
function otherWays(sections: readonly ReadSection[], { scope, worth, isTold }: TellsOther): ReadSection[] {
  const isAbout = (heading: string) => aboutRunning.test(heading);
  const told = sections.flatMap((one, at) => (isTold(one) ? [{ one, root: rootOf(sections, at, isAbout) }] : []));
  const found = sections.flatMap((one, at): ReadSection[] => {
    const root = rootOf(sections, at, isAbout);
    const beside = told.filter((other) => other.root === root);
    if (isTold(one) || !isOther(one, beside.map((other) => other.one))) return []; // prettier-ignore
    return [beside.length > 0 ? one : (sections[root] ?? one)];
  });
  return [...new Map(found.map((one) => [one.heading, one])).values()];

  function isOther(one: ReadSection, beside: readonly ReadSection[]): boolean {
    const { heading, upper, blocks } = one;
    if (heading === null || later.test(`${heading} / ${upper}`) || needed.test(heading)) return false;
    if (onlyElsewhere.test(heading)) return blocks.length > 0;
    if (elsewhere.test(heading) && linkedDocuments(scope, one).length > 0) return true;
    const isNamed = aboutRunning.test(heading) || elsewhere.test(heading) || beside.length > 0;
    const isSibling = beside.some((other) => other.level === one.level && other.startLine < one.startLine);
    return (isNamed && worth(one) > 0) || (isSibling && blocks.some(hasCommand));
  }
}

/** The best of each document that a section about running links to, where it holds no command itself. */
async function linkedWays(
  scope: CodeScope,
  sections: readonly ReadSection[],
  withOwn: ReadonlySet<number>,
): Promise<Way[]> {
  const { weight: weigh } = wayWeight(scope);
  const found: Way[] = [];
  for (const [at, section] of sections.entries()) {
    if (withOwn.has(at) || !isAboutRunning(section)) continue;
    for (const link of linkedDocuments(scope, section)) {
      const linked = await readSections(scope, link.path);
      const ways = linked.map((one, place) => ({ place, weight: later.test(one.heading ?? "") ? 0 : weigh(one) }));
      const best = ways.toSorted((a, b) => b.weight - a.weight)[0];
      const far = elsewhere.test(`${section.heading ?? ""} ${link.path}`) ? 1.2 : 0;
      if (best && best.weight > 0)
        found.push({ sections: linked, at: best.place, weight: best.weight - far, link: { link, section } });
    }
  }
  return found;
}
