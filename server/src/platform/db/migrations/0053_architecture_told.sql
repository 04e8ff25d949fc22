ALTER TABLE "architecture_changes" ADD COLUMN "is_commit_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "architecture_changes" ADD COLUMN "since_commit" text;--> statement-breakpoint
ALTER TABLE "architecture_changes" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "architecture_changes" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "architecture_looks" ADD COLUMN "commits" jsonb DEFAULT '{}'::jsonb NOT NULL;