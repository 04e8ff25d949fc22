import { ExportIcon } from "@phosphor-icons/react/dist/csr/Export";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface PictureMenuProps {
  onSvg: () => void;
  onPng: () => void;
}

/** The picture as a file. */
export function PictureMenu({ onSvg, onPng }: PictureMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Export" icon={<ExportIcon className="size-4" />} hasTooltip={false} />}
    >
      <MenuItem onSelect={onSvg}>SVG</MenuItem>
      <MenuItem onSelect={onPng}>PNG</MenuItem>
    </Menu>
  );
}
