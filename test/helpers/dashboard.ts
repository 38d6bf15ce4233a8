import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { createFirstOwnerLink } from "../../src/people/links/first-owner.ts";
import { closeBrowser, executablePath } from "./browser.ts";
import { type CopydeskProcess, startCopydesk } from "./copydesk-process.ts";
import { git } from "./git-fixture.ts";
import { makeTestProject, type TestProject } from "./test-project.ts";

export const owner = { name: "Olive Owner", email: "olive@example.com", password: "correct horse battery" };

/** How a page is looked at. */
export const forms = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: "light", viewport: { width: 375, height: 740 } },
} as const;

export type Form = keyof typeof forms;

const patienceMs = 120_000;

export interface DashboardPage {
  page: Page;
  context: BrowserContext;
  /** Breaches of the content security policy, requests to other hosts and errors of scripts, so far. */
  faults: string[];
}

export interface DashboardScene {
  url: string;
  service: CopydeskProcess;
  /**
   * Its project, store and an API key; the repository is bare, so that its base branch may be merged into.
   */
  project: TestProject;
  /** The owner is signed in unless `as` says otherwise. */
  open(path: string, options?: { form?: Form; as?: Credentials | null }): Promise<DashboardPage>;
  /** A session's cookie header, for requests without a browser. */
  signIn(credentials?: Credentials): Promise<string>;
  close(): Promise<void>;
}

export interface Credentials {
  email: string;
  password: string;
}

/** A service of its own with a project, a worker and an owner, and a browser to look at it. */
export async function startDashboard(
  files?: Record<string, string>,
  { environment = {} }: { environment?: Record<string, string> } = {},
): Promise<DashboardScene> {
  const project = await makeTestProject(files);
  await makeBare(project);
  const service = await startCopydesk({ environment: { ...project.environment, ...environment } });
  const { url } = service;
  await becomeOwner(project, url);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  });
  return {
    url,
    service,
    project,
    open: (path, options = {}) => openPage(browser, url, path, options),
    signIn: (credentials = owner) => signIn(url, credentials),
    async close() {
      await closeBrowser(browser);
      await service.end();
      await project.remove();
    },
  };
}

/**
 * What makes a page fit to be shown: nobody is shut out, nothing is refused, nothing goes elsewhere, nothing
 * is cut off.
 */
export async function expectClean({ page, faults }: DashboardPage): Promise<void> {
  // A page that fades in has too little contrast while it does.
  await expect
    .poll(() => page.evaluate("document.getAnimations().every(({ playState }) => playState !== 'running')"))
    .toBe(true);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: AxeViolation[] };
  const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect({ url: page.url(), violations: found, faults, overflow: Math.max(0, overflow) }).toEqual({
    url: page.url(),
    violations: [],
    faults: [],
    overflow: 0,
  });
}

interface AxeViolation {
  id: string;
  nodes: { html: string }[];
}

async function openPage(
  browser: Browser,
  url: string,
  path: string,
  { form = "light", as = owner }: { form?: Form; as?: Credentials | null },
): Promise<DashboardPage> {
  const context = await browser.newContext({ ...forms[form], baseURL: url, reducedMotion: "reduce" });
  if (as !== null) await addSession(context, url, await signIn(url, as));
  // As `expect.poll` has it: a page comes when the machine has time for it.
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const faults = watchFaults(page, url);
  await page.goto(path);
  return { page, context, faults };
}

function watchFaults(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`request to ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A response with an error status is a message of its own, and often what a test is about.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(`console: ${message.text()}`);
  });
  return faults;
}

async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const response = await fetch(`${url}/v2/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Signing in failed with ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0]!)
    .join("; ");
}

async function addSession(context: BrowserContext, url: string, cookies: string): Promise<void> {
  await context.addCookies(
    cookies.split("; ").map((cookie) => {
      const at = cookie.indexOf("=");
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url, httpOnly: true };
    }),
  );
}

async function becomeOwner(project: TestProject, url: string): Promise<void> {
  const link = await createFirstOwnerLink(project.store, url);
  const token = new URL(link!).searchParams.get("token");
  const response = await fetch(`${url}/v2/first-owner`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ token, ...owner }),
  });
  if (!response.ok) throw new Error(`There is no owner: ${response.status} ${await response.text()}`);
}

/** Nothing is merged into a branch that is checked out. */
async function makeBare({ repository }: TestProject): Promise<void> {
  const bare = await mkdtemp(join(tmpdir(), "copydesk-bare-"));
  await cp(join(repository, ".git"), bare, { recursive: true });
  await git(bare, ["config", "core.bare", "true"]);
  await rm(repository, { recursive: true, force: true });
  await cp(bare, repository, { recursive: true });
  await rm(bare, { recursive: true, force: true });
}
