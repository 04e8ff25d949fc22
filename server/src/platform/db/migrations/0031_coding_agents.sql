ALTER TABLE "implementations" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "default_engine" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "default_agent" text;