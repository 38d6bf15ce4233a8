const units = [
  [24 * 60 * 60_000, "d"],
  [60 * 60_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;

/** Returns an age in its largest unit: "3 min", "2 h", "40 d". */
export function describeAge(ms: number): string {
  const [size, unit] = units.find(([least]) => ms >= least) ?? ([1_000, "s"] as const);
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}
