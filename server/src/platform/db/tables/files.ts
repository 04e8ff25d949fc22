import type { UploadType } from "@cairn/contract/files";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { organizations } from "./organizations.ts";
import { users } from "./users.ts";

/** Images and PDFs that people uploaded; their bytes lie in the data directory. */
export const uploadedFiles = pgTable(
  "uploaded_files",
  {
    /** Random, with the type's ending; also the name of the stored file. */
    filename: text("filename").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    /** As it was called where it came from. */
    name: text("name").notNull(),
    contentType: text("content_type").$type<UploadType>().notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    /** Pages of a PDF; null for images. */
    pageCount: integer("page_count"),
    /** The text of a PDF, page by page, cut at a bound; null for images and where none could be read. */
    pageTexts: text("page_texts").array(),
    textProblem: text("text_problem"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("uploaded_files_organization").on(table.organizationId, table.createdAt)],
);
