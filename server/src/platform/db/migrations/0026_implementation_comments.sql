CREATE TABLE "implementation_comments" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"message" text NOT NULL,
	"path" text,
	"side" text,
	"line" integer,
	"hash" text,
	"commit" text,
	"excerpt" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" uuid,
	CONSTRAINT "implementation_comments_tenant" UNIQUE("organization_id","comment_id"),
	CONSTRAINT "implementation_comments_line" CHECK (num_nulls("implementation_comments"."path", "implementation_comments"."side", "implementation_comments"."line", "implementation_comments"."hash", "implementation_comments"."commit", "implementation_comments"."excerpt") in (0, 6))
);
--> statement-breakpoint
ALTER TABLE "implementation_comments" ADD CONSTRAINT "implementation_comments_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementation_comments" ADD CONSTRAINT "implementation_comments_resolved_by_users_user_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementation_comments" ADD CONSTRAINT "implementation_comments_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "implementation_comments_implementation" ON "implementation_comments" USING btree ("organization_id","implementation_id","created_at");--> statement-breakpoint
CREATE INDEX "implementation_comments_thread" ON "implementation_comments" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "implementation_comments_creator" ON "implementation_comments" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "implementation_comments_resolver" ON "implementation_comments" USING btree ("resolved_by");
--> statement-breakpoint
SELECT cairn_wall_organization('implementation_comments');
--> statement-breakpoint
-- Comments are part of what an implementation shows. Nothing is noted where the implementation itself is being deleted.
CREATE FUNCTION record_comment_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this record := CASE WHEN tg_op = 'DELETE' THEN old ELSE new END;
BEGIN
	PERFORM note_project_change(i.organization_id, i.project_id, 'implementation', i.implementation_id, 'updated')
		FROM implementations i WHERE i.implementation_id = this.implementation_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER implementation_comments_changed AFTER INSERT OR UPDATE OR DELETE ON implementation_comments FOR EACH ROW
	EXECUTE FUNCTION record_comment_change();
