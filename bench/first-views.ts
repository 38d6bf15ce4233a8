/**
 * Measures the first view of each page of the dashboard in a browser with an empty cache, alternating with an
 * almost empty page of the same server: the time until the heading is shown and nothing is loading any more,
 * and the time for which the page's main thread was blocked by tasks of more than 50 ms. Needs
 * /usr/bin/chromium and a built dashboard.
 */
import type { BrowserContext } from "playwright-core";
import { type DashboardScene, startDashboard } from "../test/helpers/dashboard.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { makePages } from "./parts/make-pages.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

const turns = Number(process.argv[2] ?? 5);
const pagesCount = 300;
const jobsCount = 1_000;

interface View {
  shownMs: number;
  longTasksMs: number;
  longestMs: number;
}

/** Runs before the page's own scripts. */
const watch = `
  const views = { shownMs: null, longTasksMs: 0, longestMs: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      views.longTasksMs += duration;
      views.longestMs = Math.max(views.longestMs, duration);
    }
  }).observe({ type: "longtask", buffered: true });
  window.shown = new Promise((resolve) => {
    const look = () => {
      const loading = '[aria-busy="true"], .mantine-Loader-root, .mantine-Skeleton-root';
      const isShown = document.querySelector("h1, pre") && !document.querySelector(loading);
      if (!isShown) return requestAnimationFrame(look);
      views.shownMs = performance.now();
      // The observer gets a task after its end.
      setTimeout(() => resolve(views), 300);
    };
    requestAnimationFrame(look);
  });`;

console.log(describeMachine());
const files = Object.fromEntries(
  Object.entries(makePages(pagesCount)).map(([path, text]) => [path, String(text)]),
);
const scene = await startDashboard(files);
try {
  const pages = await listPages(scene);
  const context = await openContext(scene);
  const seen = new Map<string, View[]>(pages.map(([name]) => [name, []]));
  for (let turn = 0; turn <= turns; turn += 1)
    for (const [name, path] of pages) {
      const view = await look(context, path);
      if (turn > 0) seen.get(name)!.push(view);
    }
  const median = (name: string, of: (view: View) => number) => quantile(seen.get(name)!.map(of), 0.5);
  const empty = median(pages[0]![0], ({ shownMs }) => shownMs);
  printTable(
    ["page", "first view ms p50", "× empty page", "long tasks ms p50", "longest task ms p50"],
    pages.map(([name]) => {
      const shown = median(name, ({ shownMs }) => shownMs);
      const [tasks, longest] = [
        median(name, ({ longTasksMs }) => longTasksMs),
        median(name, ({ longestMs }) => longestMs),
      ];
      return [name, shown, shown / empty, tasks, longest];
    }),
  );
} finally {
  await scene.close();
}

async function listPages({ project, url }: DashboardScene): Promise<[string, string][]> {
  const [id] = await project.createJobs(url, 1, () => 'Replace "the API token" with "the API key"');
  await project.waitForAll(url, [id!]);
  await insertJobs(project);
  const base = `/projects/${project.projectId}`;
  const ofProject = ["keys", "repository", "rules", "webhooks", "triggers"];
  const others = ["outcomes", "members", "audit", "settings", "reference", "new"];
  return [
    ["empty page", "/healthz"],
    ["inbox", "/"],
    [`${jobsCount} jobs`, "/jobs"],
    ["job", `${base}/jobs/${id}`],
    ["review", `${base}/jobs/${id}/review`],
    ...ofProject.map((name): [string, string] => [name, `${base}/${name}`]),
    ...others.map((name): [string, string] => [name, `/${name}`]),
  ];
}

async function insertJobs({ store, projectId, repository }: DashboardScene["project"]): Promise<void> {
  await store.database.pool.query(
    `insert into jobs (id, project_id, status, reason, title, prompt, repository, branch, model, event_seq, turn_seq,
       created_at)
     select 'job_view' || lpad(n::text, 18, '0'), $1, 'completed', 'no_changes', 'Job ' || n, 'Do it', $2,
       'copydesk/view-' || n, 'copydesk/chores', 0, 0, now() - n * interval '1 minute'
     from generate_series(1, $3::integer) as n`,
    [projectId, repository, jobsCount],
  );
}

async function openContext(scene: DashboardScene): Promise<BrowserContext> {
  const { context, page } = await scene.open("/sign-in");
  await page.close();
  await context.addInitScript(watch);
  return context;
}

/** Uses an empty cache, like a first visitor's. */
async function look(context: BrowserContext, path: string): Promise<View> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(path);
  const view = (await page.evaluate("shown")) as View;
  await page.close();
  return view;
}
