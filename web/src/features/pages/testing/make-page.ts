import type { Section } from "@cairn/contract/page-sections";
import type { Artifact } from "@cairn/contract/pages";
import type { Source } from "@cairn/contract/sources";

import { sampleId } from "#web/testing/sample.ts";

import { makeSection } from "./make-section.ts";

export const commit = "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887";

/** The id of the n-th section of a page, from 1. */
export const sectionId = (number: number) => sampleId(100 + number);
/** The id of a page. */
export const pageId = (number: number) => sampleId(200 + number);

export function makeSource(path: string, startLine: number, endLine: number): Source {
  return { repositoryId: sampleId(), path, startLine, endLine, commit, hash: "0" };
}

/** The n-th section of a page with a text, written from the code. */
export function writtenSection(number: number, title: string, change: Partial<Section> = {}): Section {
  const content = `What ${title} says.`;
  return makeSection({ sectionId: sectionId(number), title, content, writtenBy: "Built-in engine", commit, ...change });
}

/** A page of the sampled product. */
export function makePage(sections: readonly Section[], change: Partial<Artifact> = {}): Artifact {
  return {
    artifactId: pageId(0),
    title: "System overview",
    type: "page",
    projectId: sampleId(),
    serviceId: null,
    parentArtifactId: null,
    revision: 3,
    isUpdating: sections.some(({ status }) => status === "updating"),
    updatedAt: "2026-03-02T09:30:00.000Z",
    creator: null,
    writtenBy: "Built-in engine",
    staleSections: sections.filter(({ status }) => status === "stale").length,
    heldSections: sections.filter(({ held }) => held !== null).length,
    isPlanned: true,
    isPinned: false,
    sections: [...sections],
    project: { projectId: sampleId(), slug: "payments", name: "Ferry Board" },
    service: null,
    ancestors: [],
    children: [],
    related: [],
    crawl: null,
    ...change,
  };
}
