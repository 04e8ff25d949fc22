CREATE TABLE "chat_operations" (
	"organization_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"operations" jsonb NOT NULL,
	CONSTRAINT "chat_operations_session_id_sequence_pk" PRIMARY KEY("session_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "uploaded_files" (
	"filename" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"page_count" integer,
	"page_texts" text[],
	"text_problem" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_calls" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid,
	"user_id" uuid,
	"purpose" text NOT NULL,
	"model" text NOT NULL,
	"reserved_tokens" integer NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost_usd" numeric(14, 6),
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_tenant" UNIQUE("organization_id","session_id");--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_operations" ADD CONSTRAINT "chat_operations_organization_id_session_id_chats_organization_id_session_id_fk" FOREIGN KEY ("organization_id","session_id") REFERENCES "public"."chats"("organization_id","session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_files" ADD CONSTRAINT "uploaded_files_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_files" ADD CONSTRAINT "uploaded_files_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploaded_files_organization" ON "uploaded_files" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "model_calls_organization" ON "model_calls" USING btree ("organization_id","started_at");--> statement-breakpoint
CREATE INDEX "chats_streaming" ON "chats" USING btree ("updated_at") WHERE "chats"."is_streaming";--> statement-breakpoint
SELECT set_config('cairn.scope', 'all', true);
--> statement-breakpoint
-- Messages of former versions hold neither attachments nor questions, and were read from commits their sources name.
UPDATE chats SET session = jsonb_set(session, '{messages}', coalesce((
  SELECT jsonb_agg('{"attachments": [], "questions": null, "result": null, "suggestions": [], "usage": null, "basis": []}'::jsonb || message ORDER BY number)
  FROM jsonb_array_elements(session->'messages') WITH ORDINALITY AS held(message, number)), '[]'::jsonb));
--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass)
FROM unnest(ARRAY['chat_operations', 'model_calls', 'uploaded_files']) AS walled;
