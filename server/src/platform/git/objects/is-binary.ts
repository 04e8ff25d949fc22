const inspectedBytes = 8000;

/** Git's own rule: a NUL byte near the start. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, inspectedBytes).includes(0);
}
