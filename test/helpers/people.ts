import { createFirstOwnerLink } from "../../src/people/links/first-owner.ts";
import type { Role } from "../../src/people/permissions.ts";
import type { TestServer } from "./test-server.ts";

export const testPassword = "correct horse battery";

/** Somebody with a browser: the cookies that they were given go with each request. */
export interface TestBrowser {
  cookie: string;
  fetch(
    path: string,
    options?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
}

/** A browser without cookies. */
export function openBrowser(url: string, cookie = ""): TestBrowser {
  const browser: TestBrowser = {
    cookie,
    async fetch(path, { method = "GET", body, headers = {} } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...(browser.cookie !== "" && { cookie: browser.cookie }),
          ...(method !== "GET" && { "sec-fetch-site": "same-origin" }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) keep(browser, set);
      return response;
    },
  };
  return browser;
}

function keep(browser: TestBrowser, set: string): void {
  const [pair = ""] = set.split(";");
  const name = pair.slice(0, pair.indexOf("="));
  const others = browser.cookie.split("; ").filter((one) => one !== "" && !one.startsWith(`${name}=`));
  const isGone = /Max-Age=0/i.test(set);
  browser.cookie = [...others, ...(isGone ? [] : [pair])].join("; ");
}

/** The first owner, signed in. */
export async function makeOwner(
  { url, store }: Pick<TestServer, "url" | "store">,
  email = "owner@example.com",
): Promise<TestBrowser> {
  const link = await createFirstOwnerLink(store, url);
  if (link === null) throw new Error("there is an owner already");
  const browser = openBrowser(url);
  const token = new URL(link).searchParams.get("token");
  const answer = await browser.fetch("/v2/first-owner", {
    method: "POST",
    body: { token, name: "Olive Owner", email, password: testPassword },
  });
  if (answer.status !== 204) throw new Error(`no owner: ${answer.status} ${await answer.text()}`);
  return browser;
}

/** Somebody whom the owner has invited, signed in. */
export async function makeMember(
  url: string,
  owner: TestBrowser,
  { role, email, name = email }: { role: Role; email: string; name?: string },
): Promise<TestBrowser & { userId: string }> {
  const invited = await owner.fetch("/v2/manage/invitations", { method: "POST", body: { role, email } });
  const invitation = (await invited.json()) as { url: string };
  const browser = openBrowser(url);
  const path = new URL(invitation.url).pathname;
  const answer = await browser.fetch(`/v2${path}`, {
    method: "POST",
    body: { name, password: testPassword },
  });
  if (answer.status !== 204) throw new Error(`no member: ${answer.status} ${await answer.text()}`);
  const { id } = (await (await browser.fetch("/v2/me")).json()) as { id: string };
  return Object.assign(browser, { userId: id });
}

/** By address and password, in a browser of its own unless one is given. */
export async function signIn(
  url: string,
  email: string,
  { password = testPassword, browser = openBrowser(url) }: { password?: string; browser?: TestBrowser } = {},
): Promise<{ answer: Response; browser: TestBrowser }> {
  const answer = await browser.fetch("/v2/auth/sign-in/email", { method: "POST", body: { email, password } });
  return { answer, browser };
}

let emails = 0;

/** An address that nobody has yet. */
export function newEmail(): string {
  emails += 1;
  return `person${emails}@example.com`;
}
