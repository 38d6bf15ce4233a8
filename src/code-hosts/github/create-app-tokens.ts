import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { SendAs } from "./create-sender.ts";
import { appSchema, type Installation, installationSchema, installationTokenSchema } from "./schemas.ts";

export interface AppTokens {
  /** Token of the App's installation on the repository, valid for at least five minutes. */
  token(): Promise<string>;
  /** Returns a new token in place of one that was refused before it expired. */
  renew(refused: string): Promise<string>;
  installation(): Promise<Installation>;
  /** Name under which the App writes: `<slug>[bot]`. */
  login(): Promise<string>;
}

interface AppTokenOptions {
  sendAs: SendAs;
  app: { id: string; privateKey: string };
  owner: string;
  name: string;
  /** `/repos/{owner}/{name}` */
  path: string;
}

interface CurrentToken {
  token: string;
  endsAt: number;
}

const leftMs = 5 * 60_000;

/**
 * Creates tokens of a GitHub App for one repository. Throws `invalid_configuration` if the key cannot be
 * read.
 */
export function createAppTokens(options: AppTokenOptions): AppTokens {
  const { sendAs, app, name } = options;
  const privateKey = readPrivateKey(app.privateKey);
  const asApp = () => signAppToken(app.id, privateKey, Date.now());
  const installation = askOnce(() => findInstallation(options, asApp()));
  let current: Promise<CurrentToken> | null = null;

  async function request(): Promise<CurrentToken> {
    const { id } = await installation();
    const { data } = await sendAs(asApp(), {
      method: "POST",
      path: `/app/installations/${id}/access_tokens`,
      body: { repositories: [name] },
      action: "get a token for the GitHub App",
      schema: installationTokenSchema,
      repeatable: true,
    });
    return { token: data.token, endsAt: Date.parse(data.expires_at) };
  }

  async function renew(isUseless: (token: CurrentToken) => boolean): Promise<string> {
    const known = current;
    const token = await known?.catch(() => null);
    if (token && !isUseless(token)) return token.token;
    // Concurrent callers share one request.
    if (current === known) current = request();
    return (await current!).token;
  }

  return {
    installation,
    token: () => renew(({ endsAt }) => endsAt - Date.now() < leftMs),
    renew: (refused) => renew(({ token }) => token === refused),
    login: askOnce(async () => {
      const { data } = await sendAs(asApp(), whichApp);
      return `${data.slug}[bot]`;
    }),
  };
}

const whichApp = { path: "/app", action: "ask which GitHub App this is", schema: appSchema };

async function findInstallation(
  { sendAs, app, owner, name, path }: AppTokenOptions,
  token: string,
): Promise<Installation> {
  try {
    const { data } = await sendAs(token, {
      path: `${path}/installation`,
      action: `find the GitHub App's installation on ${owner}/${name}`,
      schema: installationSchema,
    });
    return data;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw await toNotInstalledError(error);
  }

  async function toNotInstalledError(cause: unknown): Promise<AppError> {
    const { data } = await sendAs(token, whichApp);
    return new AppError(
      "code_host_forbidden",
      `The GitHub App ${data.slug} (${app.id}) is not installed on ${owner}/${name}. Install it at ${data.html_url}/installations/new and choose this repository.`,
      { cause, details: { status: 404, hostText: "Not Found" } },
    );
  }
}

/** Signs a JSON web token (RFC 7519) for nine minutes; GitHub allows ten, and clocks differ. */
function signAppToken(id: string, privateKey: KeyObject, nowMs: number): string {
  const now = Math.floor(nowMs / 1_000);
  const claims = { iat: now - 60, exp: now + 9 * 60, iss: id };
  const signed = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}

function readPrivateKey(privateKey: string): KeyObject {
  try {
    // Line ends are often written as "\n" where a key has been passed through an environment variable.
    return createPrivateKey(privateKey.replaceAll("\\n", "\n"));
  } catch (cause) {
    throw new AppError(
      "invalid_configuration",
      "The private key of the GitHub App cannot be read: it has to be the PEM file that GitHub gave, without a passphrase.",
      { cause },
    );
  }
}
