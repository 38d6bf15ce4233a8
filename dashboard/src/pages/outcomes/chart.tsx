import type { ReactNode } from "react";
import classes from "./chart.module.css";
import { niceTicks } from "./nice-ticks.ts";

export interface Series {
  label: string;
  /** CSS colour. */
  color: string;
  /** One value for each label of the axis; null if unknown. */
  values: readonly (number | null)[];
}

interface ChartProps {
  /** Labels below the axis, evenly spaced. */
  labels: readonly string[];
  series: readonly Series[];
  format?: (value: number) => string;
}

/** Shows counts, side by side or stacked. */
export function BarChart({ labels, series, isStacked = false }: ChartProps & { isStacked?: boolean }) {
  const at = (index: number) => series.map(({ values }) => values[index] ?? 0);
  const heights = labels.map((_, index) =>
    isStacked ? at(index).reduce((sum, value) => sum + value, 0) : Math.max(...at(index)),
  );
  const ticks = niceTicks(Math.max(0, ...heights), { isWhole: true });
  return (
    <>
      <ul className={classes.legend}>
        {series.map(({ label, color }) => (
          <li key={label}>
            <span className={classes.swatch} style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
      <Plot labels={labels} ticks={ticks} format={(value) => value.toLocaleString()}>
        {labels.map((label, index) => (
          <div
            key={label}
            className={classes.column}
            data-stacked={isStacked}
            title={tell(label, series, index)}
          >
            {series.map(({ label: name, color, values }) => (
              <div
                key={name}
                className={classes.bar}
                style={{ background: color, height: percent(values[index] ?? 0, ticks) }}
              />
            ))}
          </div>
        ))}
      </Plot>
    </>
  );
}

/** Shows one figure over time. Unknown values are skipped. */
export function LineChart({ labels, series, format = String }: ChartProps) {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const ticks = niceTicks(Math.max(0, ...known), { isWhole: false });
  const left = (index: number) => (100 * (index + 0.5)) / labels.length;
  return (
    <Plot labels={labels} ticks={ticks} format={format}>
      {series.map(({ label, color, values }) => {
        const points = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
        const line = points
          .map(({ value, index }) => `${left(index)},${100 - share(value, ticks)}`)
          .join(" ");
        return (
          <div key={label} className={classes.line} style={{ color }}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <polyline points={line} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
            </svg>
            {points.map(({ value, index }) => (
              <span
                key={labels[index]}
                className={classes.dot}
                style={{ left: `${left(index)}%`, bottom: percent(value, ticks) }}
                title={`${labels[index]}: ${format(value)}`}
              />
            ))}
          </div>
        );
      })}
    </Plot>
  );
}

interface PlotProps {
  labels: readonly string[];
  ticks: readonly number[];
  format: (value: number) => string;
  children: ReactNode;
}

const labelsMax = 12;

function Plot({ labels, ticks, format, children }: PlotProps) {
  const every = Math.ceil(labels.length / labelsMax);
  return (
    <div className={classes.plot}>
      <div className={classes.scale}>
        {ticks.map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      <div className={classes.area}>
        {ticks.map((tick) => (
          <div key={tick} className={classes.grid} style={{ bottom: percent(tick, ticks) }} />
        ))}
        {children}
      </div>
      <div className={classes.labels}>
        {labels.map((label, index) => (
          <span key={label}>{index % every === 0 ? label.split(" ")[0] : ""}</span>
        ))}
      </div>
    </div>
  );
}

function tell(label: string, series: readonly Series[], index: number): string {
  const values = series.map(({ label: name, values }) => `${name} ${(values[index] ?? 0).toLocaleString()}`);
  return `${label}: ${values.join(", ")}`;
}

function share(value: number, ticks: readonly number[]): number {
  return (100 * value) / ticks.at(-1)!;
}

const percent = (value: number, ticks: readonly number[]) => `${share(value, ticks)}%`;
