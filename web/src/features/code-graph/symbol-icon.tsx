import { BracketsCurlyIcon } from "@phosphor-icons/react/dist/csr/BracketsCurly";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { FunctionIcon } from "@phosphor-icons/react/dist/csr/Function";
import { HashIcon } from "@phosphor-icons/react/dist/csr/Hash";
import { ShapesIcon } from "@phosphor-icons/react/dist/csr/Shapes";

const icons = {
  routine: FunctionIcon,
  holder: CubeIcon,
  type: ShapesIcon,
  module: BracketsCurlyIcon,
  value: HashIcon,
};

/** The icon for the kind of a declaration; its label is shown beside it. */
export function SymbolIcon({ kind }: { kind: string }) {
  const Icon = icons[symbolFamily(kind)];
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />;
}

/** Languages have different names for similar kinds. */
function symbolFamily(kind: string): keyof typeof icons {
  if (/function|method|constructor|macro/i.test(kind)) return "routine";
  if (/class|struct|object|component/i.test(kind)) return "holder";
  if (/interface|type|enum|trait|protocol/i.test(kind)) return "type";
  if (/module|namespace|package/i.test(kind)) return "module";
  return "value";
}
