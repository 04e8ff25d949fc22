CREATE TABLE "artifact_revisions" (
	"organization_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"version_ids" uuid[] NOT NULL,
	"cause" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "artifact_revisions_artifact_id_revision_pk" PRIMARY KEY("artifact_id","revision")
);
--> statement-breakpoint
CREATE TABLE "section_sources" (
	"organization_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"repository_id" uuid NOT NULL,
	"path" text NOT NULL,
	"start_line" integer NOT NULL,
	"end_line" integer NOT NULL,
	"commit" text NOT NULL,
	"blob" text NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"changed_commit" text,
	"compared_blob" text,
	CONSTRAINT "section_sources_section_id_number_pk" PRIMARY KEY("section_id","number")
);
--> statement-breakpoint
CREATE TABLE "section_versions" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"title" text NOT NULL,
	"prompt" text,
	"output" text NOT NULL,
	"recipe" text,
	"content" text NOT NULL,
	"sources" jsonb NOT NULL,
	"commit" text,
	"generated_at" timestamp (3) with time zone,
	"written_by" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "parent_artifact_id" uuid;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "subject_repository_id" uuid;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "subject_path" text;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "crawl_url" text;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "crawl_status" text;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "fetched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "crawl_error" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "written_by" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "held_version_id" uuid;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "held_reason" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_tenant" UNIQUE("organization_id","section_id");--> statement-breakpoint
ALTER TABLE "artifact_revisions" ADD CONSTRAINT "artifact_revisions_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_revisions" ADD CONSTRAINT "artifact_revisions_organization_id_artifact_id_artifacts_organization_id_artifact_id_fk" FOREIGN KEY ("organization_id","artifact_id") REFERENCES "public"."artifacts"("organization_id","artifact_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_sources" ADD CONSTRAINT "section_sources_organization_id_section_id_sections_organization_id_section_id_fk" FOREIGN KEY ("organization_id","section_id") REFERENCES "public"."sections"("organization_id","section_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_versions" ADD CONSTRAINT "section_versions_organization_id_artifact_id_artifacts_organization_id_artifact_id_fk" FOREIGN KEY ("organization_id","artifact_id") REFERENCES "public"."artifacts"("organization_id","artifact_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artifact_revisions_organization" ON "artifact_revisions" USING btree ("organization_id","artifact_id");--> statement-breakpoint
CREATE INDEX "section_sources_repository" ON "section_sources" USING btree ("organization_id","repository_id");--> statement-breakpoint
CREATE INDEX "section_sources_page" ON "section_sources" USING btree ("organization_id","artifact_id");--> statement-breakpoint
CREATE INDEX "section_sources_changed" ON "section_sources" USING btree ("organization_id","artifact_id","section_id") WHERE "section_sources"."changed_at" is not null;--> statement-breakpoint
CREATE INDEX "section_versions_page" ON "section_versions" USING btree ("organization_id","artifact_id");--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_parent_fk" FOREIGN KEY ("organization_id","parent_artifact_id") REFERENCES "public"."artifacts"("organization_id","artifact_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artifacts_parent" ON "artifacts" USING btree ("organization_id","parent_artifact_id");
--> statement-breakpoint
SELECT set_config('cairn.scope', 'all', true);
--> statement-breakpoint
-- Every text that stands on a page becomes its first version, every page its first revision.
UPDATE sections SET version_id = gen_random_uuid(), status = CASE WHEN status = 'stale' THEN 'fresh' ELSE status END,
  written_by = CASE WHEN recipe IS NULL THEN NULL ELSE 'Built-in engine' END;
--> statement-breakpoint
INSERT INTO section_versions (version_id, organization_id, artifact_id, section_id, title, prompt, output, recipe, content,
  sources, "commit", generated_at, written_by, created_at)
SELECT s.version_id, s.organization_id, s.artifact_id, s.section_id, s.title, s.prompt, s.output, s.recipe, s.content,
  s.sources, s."commit", s.generated_at, s.written_by, a.updated_at
FROM sections s JOIN artifacts a USING (organization_id, artifact_id);
--> statement-breakpoint
INSERT INTO artifact_revisions (organization_id, artifact_id, revision, title, version_ids, cause, created_by, created_at)
SELECT a.organization_id, a.artifact_id, 1, a.title,
  ARRAY(SELECT s.version_id FROM sections s WHERE s.artifact_id = a.artifact_id ORDER BY s.position), 'created',
  a.created_by, a.updated_at
FROM artifacts a;
--> statement-breakpoint
-- Which content of the file the lines were in was not kept: the next push looks it up.
INSERT INTO section_sources (organization_id, artifact_id, section_id, number, repository_id, path, start_line, end_line,
  "commit", blob, hash)
SELECT s.organization_id, s.artifact_id, s.section_id, source.number, (source.value->>'repositoryId')::uuid,
  source.value->>'path', (source.value->>'startLine')::integer, (source.value->>'endLine')::integer,
  source.value->>'commit', '', source.value->>'hash'
FROM sections s CROSS JOIN LATERAL jsonb_array_elements(s.sources) WITH ORDINALITY AS source(value, number);
--> statement-breakpoint
ALTER TABLE "sections" DROP COLUMN "sources";
--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass)
FROM unnest(ARRAY['artifact_revisions', 'section_sources', 'section_versions']) AS walled;
