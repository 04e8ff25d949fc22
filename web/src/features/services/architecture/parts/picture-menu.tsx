import type { ArchitectureFormat } from "@cairn/contract/architecture-export";
import { ExportIcon } from "@phosphor-icons/react/dist/csr/Export";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface PictureMenuProps {
  onSvg: () => void;
  onPng: () => void;
  /** What the server has, as other tools read it; without what is not saved. */
  onExport: (format: ArchitectureFormat) => void;
}

/** The picture or what it says, as a file. */
export function PictureMenu({ onSvg, onPng, onExport }: PictureMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Export" icon={<ExportIcon className="size-4" />} hasTooltip={false} />}
    >
      <MenuItem onSelect={onSvg}>SVG</MenuItem>
      <MenuItem onSelect={onPng}>PNG</MenuItem>
      <MenuItem onSelect={() => onExport("mermaid")}>Mermaid</MenuItem>
      <MenuItem onSelect={() => onExport("structurizr")}>Structurizr DSL (C4)</MenuItem>
      <MenuItem onSelect={() => onExport("json")}>JSON</MenuItem>
    </Menu>
  );
}
