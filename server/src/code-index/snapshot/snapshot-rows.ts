import type { DatabaseSync, StatementSync } from "node:sqlite";

import { applyPath } from "#server/code-index/analysis/extract/apply-path.ts";
import { unpackFacts, unpackLinks } from "#server/code-index/analysis/parse/parse-blob.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { ContentLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { FileFacts, ManifestFact } from "#server/code-index/ports/facts.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";

const cachedFacts = 400;

const manifestName =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|[^/]+\.\w+proj)$/;

/** Whether a file of that name declares a package. */
export function isManifest(path: string): boolean {
  return manifestName.test(path);
}

/** The parts of an opened index that read blobs' rows. */
export class SnapshotRows {
  private readonly database: DatabaseSync;
  private readonly list: readonly StoredFile[];
  private readonly byPath: Map<string, StoredFile>;
  private readonly facted = new Map<string, FileFacts>();
  private declared: readonly { path: string; manifest: ManifestFact }[] | null = null;
  private readonly readBlob: StatementSync;
  private readonly readTerms: StatementSync;

  constructor(database: DatabaseSync, files: readonly StoredFile[]) {
    this.database = database;
    this.list = files;
    this.readBlob = database.prepare("SELECT facts, links FROM blobs WHERE id = ?");
    this.readTerms = database.prepare("SELECT terms FROM blobs WHERE id = ?");
    this.byPath = new Map(files.map((file) => [file.path, file]));
  }

  file(path: string): StoredFile | undefined {
    return this.byPath.get(path);
  }

  facts(path: string): FileFacts | null {
    const file = this.byPath.get(path);
    if (file === undefined) return null;
    const known = this.facted.get(path);
    if (known !== undefined) return known;
    const row = this.readBlob.get(file.blob);
    if (row === undefined) return null;
    const facts = applyPath(unpackFacts(row["facts"] as Uint8Array, row["links"] as Uint8Array | null), path);
    if (this.facted.size >= cachedFacts) this.facted.delete(this.facted.keys().next().value ?? "");
    this.facted.set(path, facts);
    return facts;
  }

  terms(blob: number): Uint8Array | null {
    return (this.readTerms.get(blob)?.["terms"] as Uint8Array | null | undefined) ?? null;
  }

  /** By blob. Those that are known stay the very same objects. */
  *links(known: ReadonlyMap<number, ContentLinks>): Steps<ReadonlyMap<number, ContentLinks>> {
    const read = this.database.prepare("SELECT links FROM blobs WHERE id = ?");
    const links = new Map<number, ContentLinks>();
    for (const { blob } of this.list) {
      if (links.has(blob)) continue;
      const former = known.get(blob);
      links.set(blob, former ?? unpackLinks((read.get(blob)?.["links"] as Uint8Array | null | undefined) ?? null));
      if (former === undefined) yield;
    }
    return links;
  }

  resolveContext(links: ReadonlyMap<number, ContentLinks>): ResolveContext {
    return {
      files: this.list,
      has: (path) => this.byPath.has(path),
      links: (path) => links.get(this.byPath.get(path)?.blob ?? -1) ?? emptyLinks,
      manifests: this.manifests(),
    };
  }

  manifests(): readonly { path: string; manifest: ManifestFact }[] {
    return (this.declared ??= this.readManifests());
  }

  private readManifests(): { path: string; manifest: ManifestFact }[] {
    return this.list
      .filter(({ path }) => isManifest(path))
      .flatMap(({ path }) => {
        const manifest = this.facts(path)?.manifest ?? null;
        return manifest === null ? [] : [{ path, manifest }];
      });
  }
}
