/** Suggests a name: the last part of the address, without `.git`. */
export function nameOfRepository(address: string): string {
  const parts = address.trim().split(/[/:]/).filter(Boolean);
  const last = parts.at(-1) ?? "";
  return last.endsWith(".git") ? last.slice(0, -4) : last;
}
