import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createRegistry } from "../../src/telemetry/metrics/create-registry.ts";
import { metricList } from "../../src/telemetry/metrics/metric-list.ts";

const folder = join(import.meta.dirname, "../../deploy/observability");

interface Panel {
  type: string;
  title: string;
  id: number;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string }[] };
}

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const dashboard = JSON.parse(readFileSync(join(folder, "grafana-dashboard.json"), "utf8")) as Dashboard;
const { groups } = parse(readFileSync(join(folder, "alerts.yaml"), "utf8")) as {
  groups: { rules: Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** What Grafana puts in before it asks. */
function withVariables(expression: string): string {
  return expression.replaceAll("$__rate_interval", "5m").replaceAll("$job", ".*");
}

interface Used {
  metric: string;
  labels: string[];
}

/** Throws for what is no PromQL. */
function readExpression(text: string): { used: Used[]; grouped: string[] } {
  const expression = withVariables(text);
  const used: Used[] = [];
  const grouped: string[] = [];
  const tree = parser.configure({ strict: true }).parse(expression);
  tree.iterate({
    enter({ name, node }) {
      const textOf = (part: { from: number; to: number }) => expression.slice(part.from, part.to);
      if (name === "GroupingLabels")
        for (const label of node.getChildren("LabelName")) grouped.push(textOf(label));
      if (name !== "VectorSelector") return;
      const metric = node.getChild("Identifier");
      const matchers = node.getChild("LabelMatchers");
      const labels = [...(matchers?.getChildren("UnquotedLabelMatcher") ?? [])].map((each) =>
        textOf(each.getChild("LabelName")!),
      );
      used.push({ metric: metric === null ? "" : textOf(metric), labels });
    },
  });
  return { used, grouped };
}

/** Series that are served, with their labels. */
function servedSeries(): Map<string, readonly string[]> {
  const series = new Map<string, readonly string[]>();
  for (const [name, { type, labels }] of Object.entries(metricList)) {
    if (type !== "histogram") series.set(name, labels);
    else for (const part of ["bucket", "sum", "count"]) series.set(`${name}_${part}`, [...labels, "le"]);
  }
  const registry = createRegistry({ withProjects: false });
  for (const name of registry.names()) if (!name.startsWith("copydesk_")) series.set(name, []);
  registry.close();
  return series;
}

const series = servedSeries();
/** Added by Prometheus to everything that it reads. */
const added = ["job", "instance"];

const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);
const expressions = [...panels, ...alerts.map(({ alert, expr }) => ({ title: alert, expr }))];

test.each(expressions)("$title asks in PromQL for metrics and labels that are served: $expr", ({ expr }) => {
  const { used, grouped } = readExpression(expr);
  expect(used.length).toBeGreaterThan(0);
  for (const { metric, labels } of used) {
    expect([...series.keys()]).toContain(metric);
    for (const label of [...labels, ...grouped])
      expect([metric, [...series.get(metric)!, ...added]]).toEqual([metric, expect.arrayContaining([label])]);
  }
});

test("what is no PromQL is noticed", () => {
  expect(() => readExpression("sum(rate(copydesk_claims_total[5m])")).toThrow();
  expect(readExpression('sum by (x) (rate(a_total{b="c"}[5m]))')).toEqual({
    used: [{ metric: "a_total", labels: ["b"] }],
    grouped: ["x"],
  });
});

test("legends name labels that the expression keeps", () => {
  for (const { expr, legendFormat } of panels) {
    const { grouped } = readExpression(expr);
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      expect([expr, grouped]).toEqual([expr, expect.arrayContaining([label])]);
  }
});

test("every metric of ours is on the dashboard or in an alert", () => {
  const shown = new Set(
    expressions.flatMap(({ expr }) => readExpression(expr).used.map(({ metric }) => metric)),
  );
  const missing = Object.entries(metricList)
    .map(([name, { type }]) => (type === "histogram" ? `${name}_bucket` : name))
    .filter((name) => !shown.has(name));
  expect(missing).toEqual([]);
});

test("panels do not overlap, and have ids of their own", () => {
  const cells = new Set<string>();
  for (const { gridPos, title } of dashboard.panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect([title, cells.has(`${x},${y}`)]).toEqual([title, false]);
        cells.add(`${x},${y}`);
      }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test("each alert says how bad it is, what it is, and what to do", () => {
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { labels, annotations } of alerts) {
    expect(["critical", "warning"]).toContain(labels.severity);
    expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
  }
});
