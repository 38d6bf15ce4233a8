import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  type PrometheusContentType,
  Registry,
} from "prom-client";
import { type MetricName, metricList } from "./metric-list.ts";

type OfType<Type extends string> = {
  [Name in MetricName]: (typeof metricList)[Name]["type"] extends Type ? Name : never;
}[MetricName];

export type Labels = Record<string, string>;

/** Maximum of distinct values for labels chosen by others; further ones count as `other`. */
const valuesMax = 50;

/** A process's metrics by name. */
export interface Metrics {
  add(name: OfType<"counter">, labels: Labels, by?: number): void;
  set(name: OfType<"gauge">, labels: Labels, value: number): void;
  /** Exported in seconds; the exemplar links the bucket to a job and its trace. */
  time(name: OfType<"histogram">, labels: Labels, milliseconds: number, exemplar?: Labels): void;
  /** Registers a callback that runs before every scrape. */
  onCollect(look: () => Promise<void> | void): void;
  /** Returns the OpenMetrics format, the only one with exemplars. */
  read(): Promise<string>;
  contentType: string;
  names(): string[];
  close(): void;
}

/** `withProjects`: fill the label `project`. */
export function createRegistry({ withProjects }: { withProjects: boolean }): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const looks: (() => Promise<void> | void)[] = [];
  const limited = createLimits(withProjects);
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, { type, help, labels, ...rest }] of Object.entries(metricList)) {
    const base = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === "counter") counters.set(name, new Counter(base));
    else if (type === "gauge") gauges.set(name, new Gauge(base));
    else {
      const { buckets } = rest as { buckets: readonly number[] };
      histograms.set(name, new Histogram({ ...base, buckets: [...buckets], enableExemplars: true }));
    }
  }
  collectDefaultMetrics({ register: registry as unknown as Registry<PrometheusContentType> });
  // Sums of other gauges under the suffix that belongs to counters.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  return {
    contentType: registry.contentType,
    add: (name, labels, by = 1) => counters.get(name)!.inc(limited(labels), by),
    set: (name, labels, value) => gauges.get(name)!.set(limited(labels), value),
    time: (name, labels, milliseconds, exemplarLabels = {}) =>
      histograms.get(name)!.observe({ labels: limited(labels), value: milliseconds / 1_000, exemplarLabels }),
    onCollect: (look) => void looks.push(look),
    async read() {
      await Promise.all(looks.map((look) => look()));
      return await registry.metrics();
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    close: () => registry.clear(),
  };
}

/** Bounds the number of series, whatever models and projects there are. */
function createLimits(withProjects: boolean): (labels: Labels) => Labels {
  const known = { model: new Set<string>(), project: new Set<string>() };
  const limit = (values: Set<string>, value: string): string => {
    if (!values.has(value) && values.size >= valuesMax) return "other";
    values.add(value);
    return value;
  };
  return ({ project, model, ...labels }) => ({
    ...labels,
    ...(model !== undefined && { model: limit(known.model, model) }),
    ...(withProjects && project !== undefined && { project: limit(known.project, project) }),
  });
}
