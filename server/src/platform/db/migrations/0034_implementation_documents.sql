CREATE TABLE "implementation_document_sets" (
	"implementation_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"head_oid" text NOT NULL,
	"tip_oid" text NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "implementation_documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"head_oid" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"artifact_id" uuid NOT NULL,
	"section_id" uuid,
	"template_key" text,
	"title" text NOT NULL,
	"prompt" text,
	"output" text NOT NULL,
	"position" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"list_kinds" jsonb NOT NULL,
	"former_version_id" uuid,
	"former_content" text,
	"former_sources" jsonb,
	"content" text,
	"sources" jsonb NOT NULL,
	"listed_facts" jsonb NOT NULL,
	"written_by" text,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"problem" text,
	"edited" text,
	"former_edit" text,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"outcome" text,
	"outcome_reason" text,
	CONSTRAINT "implementation_documents_tenant" UNIQUE("organization_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "declined_parts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "paused_by" uuid;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "paused_with" text;--> statement-breakpoint
ALTER TABLE "merge_intents" ADD COLUMN "documents_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "implementation_document_sets" ADD CONSTRAINT "implementation_document_sets_implementation_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementation_documents" ADD CONSTRAINT "implementation_documents_decided_by_users_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementation_documents" ADD CONSTRAINT "implementation_documents_implementation_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementation_documents" ADD CONSTRAINT "implementation_documents_page_fk" FOREIGN KEY ("organization_id","artifact_id") REFERENCES "public"."artifacts"("organization_id","artifact_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "implementation_document_sets_implementation" ON "implementation_document_sets" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "implementation_documents_implementation" ON "implementation_documents" USING btree ("organization_id","implementation_id","number");--> statement-breakpoint
CREATE INDEX "implementation_documents_page" ON "implementation_documents" USING btree ("organization_id","artifact_id");--> statement-breakpoint
CREATE INDEX "implementation_documents_decider" ON "implementation_documents" USING btree ("decided_by");--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_paused_by_users_user_id_fk" FOREIGN KEY ("paused_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sections_pauser" ON "sections" USING btree ("paused_by");
--> statement-breakpoint
SELECT cairn_wall_organization('implementation_document_sets');
--> statement-breakpoint
SELECT cairn_wall_organization('implementation_documents');
--> statement-breakpoint
-- Documents are part of what an implementation shows, as comments are. Those that are worked out anew come with their set.
CREATE TRIGGER implementation_document_sets_changed AFTER INSERT OR UPDATE ON implementation_document_sets FOR EACH ROW
	EXECUTE FUNCTION record_comment_change();
--> statement-breakpoint
CREATE TRIGGER implementation_documents_changed AFTER UPDATE ON implementation_documents FOR EACH ROW
	EXECUTE FUNCTION record_comment_change();
