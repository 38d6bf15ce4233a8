import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createAppManifest,
  exchangeManifestCode,
  type ManifestApp,
  type ManifestForm,
  toManifestForm,
} from "./code-hosts/github/create-app-manifest.ts";
import { AppError } from "./errors.ts";
import { html } from "./server/pages/html.ts";
import { createPageFrame } from "./server/pages/render-page.ts";

export interface GithubAppOptions {
  projectId: string;
  repository: string;
  apiUrl: string | null;
  /** An organisation that shall own the App; null for the person who is signed in. */
  organization: string | null;
  /** Of Copydesk, as GitHub reaches it. */
  publicUrl: string;
  fetch: typeof fetch;
  /** Told where to go with the browser, on this machine. */
  onReady(url: string): void;
  signal: AbortSignal;
}

const answerMs = 30 * 60_000;

/**
 * Makes a GitHub App by the manifest flow (docs.github.com, "Registering a GitHub App from a manifest"): a page on this machine
 * posts what the App shall be to GitHub, which sends the browser back with a code. Resolves when the App exists. Throws `code_host_…`
 * errors, and the reason of an abort.
 */
export async function createGithubApp(options: GithubAppOptions): Promise<ManifestApp> {
  const state = randomBytes(24).toString("base64url");
  const frame = createPageFrame();
  const made = Promise.withResolvers<ManifestApp>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const origin = `http://${request.headers.host}`;
    if (url.pathname === "/") return sendForm(response, frame, makeForm(options, { origin, state }));
    const code = url.searchParams.get("code");
    if (url.pathname !== "/created" || code === null || !isSame(url.searchParams.get("state") ?? "", state)) {
      response.writeHead(404).end();
      return;
    }
    const { repository, apiUrl, fetch, signal } = options;
    exchangeManifestCode({ repository, apiUrl, code, fetch, signal }).then(
      (app) => {
        sendPage(
          response,
          frame,
          "The GitHub App is made",
          html`<p>One step is left: <a href="${app.htmlUrl}/installations/new">install it</a> on the repository.</p>`,
        );
        made.resolve(app);
      },
      (error: Error) => {
        sendPage(response, frame, "The GitHub App could not be fetched", html`<p>${error.message}</p>`);
        made.reject(error);
      },
    );
  });
  const stop = AbortSignal.any([options.signal, AbortSignal.timeout(answerMs)]);
  stop.addEventListener("abort", () => made.reject(stop.reason), { once: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  options.onReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  try {
    return await made.promise;
  } catch (error) {
    if (error instanceof AppError || options.signal.aborted) throw error;
    throw new AppError(
      "code_host_unavailable",
      `GitHub sent nobody back within ${answerMs / 60_000} minutes.`,
      { cause: error },
    );
  } finally {
    server.close();
  }
}

function makeForm(
  options: GithubAppOptions,
  { origin, state }: { origin: string; state: string },
): ManifestForm {
  const { projectId, publicUrl, repository, organization } = options;
  const manifest = createAppManifest({ projectId, publicUrl, redirectUrl: `${origin}/created` });
  return toManifestForm(manifest, { repository, organization, state });
}

type Frame = ReturnType<typeof createPageFrame>;

function sendForm(response: ServerResponse, frame: Frame, { action, fields }: ManifestForm): void {
  const content = html`<p>GitHub will show what the App may do, and ask for its name.</p>
<form method="post" action="${action}"><input type="hidden" name="manifest" value="${fields.manifest}"><button>Make the App on GitHub</button></form>`;
  sendPage(response, frame, "Make a GitHub App for Copydesk", content, new URL(action).origin);
}

function sendPage(
  response: ServerResponse,
  frame: Frame,
  title: string,
  content: ReturnType<typeof html>,
  formAction?: string,
): void {
  const policy = frame.headers["content-security-policy"]!;
  const headers = {
    ...frame.headers,
    "content-security-policy":
      formAction === undefined ? policy : policy.replace("form-action 'none'", `form-action ${formAction}`),
    connection: "close",
  };
  const body = html`<header class="top"><span class="brand">Copydesk</span></header><main><h1>${title}</h1>${content}</main>`;
  response.writeHead(200, headers).end(frame.render({ title, content: body }));
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
