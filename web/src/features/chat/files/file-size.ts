const units = ["B", "KB", "MB", "GB"];

/** "820 B", "12 KB", "3.4 MB". */
export function formatFileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit > 1 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

/** "3 pages · 120 KB". */
export function formatFileDetails({ size, pageCount }: { size: number; pageCount: number | null }): string {
  if (pageCount === null) return formatFileSize(size);
  return `${pageCount === 1 ? "1 page" : `${pageCount} pages`} · ${formatFileSize(size)}`;
}
