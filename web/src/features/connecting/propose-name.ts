import { nameOfAddress, readRepositoryAddress } from "@cairn/contract/repository-address";
import { nameLimits } from "@cairn/contract/slugs";

/** "Ferry Board" of ".../ferry-board.git"; nothing of what is no address yet. */
export function proposeName(address: string): string {
  const read = readRepositoryAddress(address);
  if (read === null) return "";
  const words = nameOfAddress(read)
    .replace(/\.git$/i, "")
    .split(/[-_.\s]+/)
    .filter((word) => word !== "");
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
    .slice(0, nameLimits.max);
}
