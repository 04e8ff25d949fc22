ALTER TABLE "section_versions" RENAME COLUMN "recipe" TO "template_key";--> statement-breakpoint
ALTER TABLE "sections" RENAME COLUMN "recipe" TO "template_key";
