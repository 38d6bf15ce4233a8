/** Figures of several operations at the same sizes. */
export interface Curves {
  /** Name of the size. */
  of: string;
  /** Unit of all values. */
  unit: string;
  sizes: readonly number[];
  /** By operation, one value for each size, in order. */
  series: Readonly<Record<string, readonly number[]>>;
}

export interface GrowthOptions {
  /** Includes the largest sizes. */
  isFull: boolean;
  /** Prints one line of progress. */
  say(text: string): void;
}

export type MeasureGrowth = (options: GrowthOptions) => Promise<Curves>;

/** Measures every size in ascending order. `measure` returns a value for each operation. */
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
