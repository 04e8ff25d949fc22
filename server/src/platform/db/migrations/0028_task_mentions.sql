CREATE TABLE "task_mentions" (
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"mentioned_id" uuid NOT NULL,
	CONSTRAINT "task_mentions_task_id_mentioned_id_pk" PRIMARY KEY("task_id","mentioned_id")
);
--> statement-breakpoint
ALTER TABLE "task_mentions" ADD CONSTRAINT "task_mentions_organization_id_task_id_tasks_organization_id_task_id_fk" FOREIGN KEY ("organization_id","task_id") REFERENCES "public"."tasks"("organization_id","task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_mentions_mentioned" ON "task_mentions" USING btree ("organization_id","mentioned_id");--> statement-breakpoint
CREATE INDEX "sections_mentioning_tasks" ON "sections" USING btree ("organization_id","artifact_id") WHERE "sections"."content" like '%cairn:task/%';--> statement-breakpoint
SELECT cairn_wall_organization('task_mentions'::regclass);
--> statement-breakpoint
INSERT INTO task_mentions (organization_id, task_id, mentioned_id)
	SELECT DISTINCT t.organization_id, t.task_id, m[1]::uuid
	FROM tasks t, regexp_matches(t.description,
		'\ycairn:task/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![\w-])', 'g') m
	WHERE t.description LIKE '%cairn:task/%' AND m[1]::uuid <> t.task_id;
