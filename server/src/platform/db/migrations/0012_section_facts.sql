CREATE TABLE "section_facts" (
	"organization_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"folder" text NOT NULL,
	"digest" text NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"changed_commit" text,
	CONSTRAINT "section_facts_section_id_repository_id_kind_folder_pk" PRIMARY KEY("section_id","repository_id","kind","folder")
);
--> statement-breakpoint
ALTER TABLE "section_versions" ADD COLUMN "lists" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "section_facts" ADD CONSTRAINT "section_facts_organization_id_section_id_sections_organization_id_section_id_fk" FOREIGN KEY ("organization_id","section_id") REFERENCES "public"."sections"("organization_id","section_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "section_facts_repository" ON "section_facts" USING btree ("organization_id","repository_id");--> statement-breakpoint
CREATE INDEX "section_facts_page" ON "section_facts" USING btree ("organization_id","artifact_id");--> statement-breakpoint
CREATE INDEX "section_facts_changed" ON "section_facts" USING btree ("organization_id","artifact_id","section_id") WHERE "section_facts"."changed_at" is not null;--> statement-breakpoint
SELECT cairn_wall_organization('section_facts');
--> statement-breakpoint
CREATE TRIGGER section_facts_changed AFTER UPDATE ON section_facts FOR EACH ROW
	WHEN ((old.changed_at, old.changed_commit) IS DISTINCT FROM (new.changed_at, new.changed_commit))
	EXECUTE FUNCTION record_page_change();
