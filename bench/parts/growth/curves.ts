/** Figures of several operations at the same sizes. */
export interface Curves {
  /** What grows. */
  of: string;
  /** Of all values. */
  unit: string;
  sizes: readonly number[];
  /** By operation: a value for each size, in their order. */
  series: Readonly<Record<string, readonly number[]>>;
}

export interface GrowthOptions {
  /** The largest sizes too. */
  isFull: boolean;
  /** One line of progress. */
  say(text: string): void;
}

export type MeasureGrowth = (options: GrowthOptions) => Promise<Curves>;

/** Measures every size, from the smallest to the largest. `measure` returns a value for each operation. */
export async function measureSizes(
  { of, unit, sizes }: Pick<Curves, "of" | "unit" | "sizes">,
  say: GrowthOptions["say"],
  measure: (size: number) => Promise<Record<string, number>>,
): Promise<Curves> {
  const series: Record<string, number[]> = {};
  for (const size of sizes) {
    const values = await measure(size);
    for (const [name, value] of Object.entries(values)) {
      series[name] ??= [];
      series[name].push(value);
    }
    const said = Object.entries(values).map(([name, value]) => `${name} ${value.toPrecision(3)}`);
    say(`${size}: ${said.join(", ")}`);
  }
  return { of, unit, sizes, series };
}
