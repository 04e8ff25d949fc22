import type { SettingBinding, SettingEntry, SettingGroup } from "#server/code-index/ports/setting-facts.ts";

/** Classes of a file that a configuration library fills, and where they are bound to sections. */
export interface FileGroups {
  groups: SettingGroup[];
  bindings: SettingBinding[];
  /** Fields that name their variable themselves. */
  entries?: SettingEntry[];
  /** Texts by `Class.NAME`, which bindings of other files may go by. */
  constants?: Record<string, string>;
}
