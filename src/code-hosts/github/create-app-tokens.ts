import { createPrivateKey } from "node:crypto";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { SendAs } from "./create-sender.ts";
import { appSchema, type Installation, installationSchema, installationTokenSchema } from "./schemas.ts";

export interface AppTokens {
  /** Of the App's installation on the repository; lasts for five minutes at least. */
  token(): Promise<string>;
  /** A new one instead of one that was refused before its end. */
  renew(refused: string): Promise<string>;
  installation(): Promise<Installation>;
  /** Whose name stands on what the App writes: `<slug>[bot]`. */
  login(): Promise<string>;
}

export interface AppTokenOptions {
  sendAs: SendAs;
  app: { id: string; privateKey: string };
  owner: string;
  name: string;
  /** Every token is added. */
  secrets: Set<string>;
}

interface CurrentToken {
  token: string;
  endsAt: number;
}

const leftMs = 5 * 60_000;

/**
 * Tokens of a GitHub App for one repository. They are kept here and not by `@octokit/auth-app`, whose pending requests are shared
 * between servers on which installations have the same number, and which does not renew a token that was revoked. Throws
 * `invalid_configuration` for a key that cannot be read.
 */
export function createAppTokens(options: AppTokenOptions): AppTokens {
  const { sendAs, app, name, secrets } = options;
  const privateKey = toPkcs8(app.privateKey);
  const loadAuth = askOnce(async () => {
    const { createAppAuth } = await import("@octokit/auth-app");
    return createAppAuth({ appId: app.id, privateKey, log: silent });
  });
  const asApp = async () => (await (await loadAuth())({ type: "app" })).token;
  const installation = askOnce(async () => await findInstallation(options, await asApp()));
  let current: Promise<CurrentToken> | null = null;

  async function request(): Promise<CurrentToken> {
    const { id } = await installation();
    const { data } = await sendAs(await asApp(), {
      route: "POST /app/installations/{installation_id}/access_tokens",
      parameters: { installation_id: id, repositories: [name] },
      action: "get a token for the GitHub App",
      schema: installationTokenSchema,
      repeatable: true,
    });
    secrets.add(data.token);
    return { token: data.token, endsAt: Date.parse(data.expires_at) };
  }

  async function renew(isUseless: (token: CurrentToken) => boolean): Promise<string> {
    const known = current;
    const token = await known?.catch(() => null);
    if (token && !isUseless(token)) return token.token;
    // Whoever comes second waits for the token of the first.
    if (current === known) current = request();
    return (await current!).token;
  }

  return {
    installation,
    token: () => renew(({ endsAt }) => endsAt - Date.now() < leftMs),
    renew: (refused) => renew(({ token }) => token === refused),
    login: askOnce(async () => {
      const { data } = await sendAs(await asApp(), {
        route: "GET /app",
        action: "ask which GitHub App this is",
        schema: appSchema,
      });
      return `${data.slug}[bot]`;
    }),
  };
}

async function findInstallation(
  { sendAs, app, owner, name }: AppTokenOptions,
  token: string,
): Promise<Installation> {
  try {
    const { data } = await sendAs(token, {
      route: "GET /repos/{owner}/{repo}/installation",
      action: `find the GitHub App's installation on ${owner}/${name}`,
      schema: installationSchema,
    });
    return data;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw await toNotInstalledError(error);
  }

  async function toNotInstalledError(cause: unknown): Promise<AppError> {
    const { data } = await sendAs(token, {
      route: "GET /app",
      action: "ask which GitHub App this is",
      schema: appSchema,
    });
    return new AppError(
      "code_host_forbidden",
      `The GitHub App ${data.slug} (${app.id}) is not installed on ${owner}/${name}. Install it at ${data.html_url}/installations/new and choose this repository.`,
      { cause, details: { status: 404, hostText: "Not Found" } },
    );
  }
}

function toPkcs8(privateKey: string): string {
  try {
    // Line ends are often written as "\n" where a key has been passed through an environment variable.
    const key = createPrivateKey(privateKey.replaceAll("\\n", "\n"));
    return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch (cause) {
    throw new AppError(
      "invalid_configuration",
      "The private key of the GitHub App cannot be read: it has to be the PEM file that GitHub gave, without a passphrase.",
      { cause },
    );
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
