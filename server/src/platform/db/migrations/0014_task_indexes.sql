ALTER TABLE "tasks" DROP CONSTRAINT "tasks_number";--> statement-breakpoint
DROP INDEX "tasks_lane";--> statement-breakpoint
CREATE INDEX "tasks_lane" ON "tasks" USING btree ("organization_id","project_id","state","rank","task_id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_number" UNIQUE("organization_id","project_id","project_task_id");