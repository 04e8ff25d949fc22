const units = ["B", "KB", "MB", "GB"];

/** "820 B", "12 KB", "3.4 MB". */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit > 1 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
