import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { createRestClient, type RestAnswer, type RestRequest } from "../rest/create-rest-client.ts";
import { toHostError } from "../to-host-error.ts";
import type { HostOptions } from "../types.ts";
import { paceWrites } from "./pace-writes.ts";
import { readDetails, readMeaning, readText } from "./read-answer.ts";

/** Sends a request with a token. Throws whatever the REST client throws. */
export type SendAs = <Schema extends z.ZodType>(
  token: string,
  request: RestRequest<Schema>,
) => Promise<RestAnswer<z.output<Schema>>>;

interface SenderOptions extends Pick<HostOptions, "fetch" | "sleep" | "signal"> {
  apiUrl: string;
  owner: string;
  name: string;
  /** Credentials to mask in messages; every token is added. */
  secrets: Set<string>;
}

export function createSender(options: SenderOptions): SendAs {
  const { signal } = options;
  const sleep = options.sleep ?? ((ms, aborted) => wait(ms, undefined, { signal: aborted }));
  const pace = paceWrites(sleep, signal);
  const rest = createRestClient({
    ...options,
    host: "GitHub",
    baseUrl: options.apiUrl,
    headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
    readText,
    readMeaning,
    readDetails,
  });
  const send: SendAs = (token, request) => {
    options.secrets.add(token);
    return rest.request({ ...request, headers: { authorization: `Bearer ${token}` } });
  };
  return async (token, request) => {
    if ((request.method ?? "GET") !== "GET") await pace();
    try {
      return await send(token, request);
    } catch (error) {
      const location = error instanceof AppError ? error.details.location : undefined;
      if (typeof location !== "string") throw error;
      throw (await toMovedError(options, location, { send, token, action: request.action })) ?? error;
    }
  };
}

/** GitHub redirects a renamed repository to its id; only GitHub's own API is asked for the new name. */
async function toMovedError(
  { apiUrl, owner, name, secrets }: SenderOptions,
  location: string,
  { send, token, action }: { send: SendAs; token: string; action: string },
): Promise<AppError | null> {
  const path = location.startsWith(`${apiUrl}/`) ? location.slice(apiUrl.length) : "";
  const [, id] = /^\/repositories\/(\d+)(?:[/?]|$)/.exec(path) ?? [];
  if (id === undefined) return null;
  const schema = z.object({ full_name: z.string() });
  const asking = { path: `/repositories/${id}`, action: "ask for the repository's new name", schema };
  const moved = await send(token, asking).catch(() => null);
  const now = moved === null ? "" : `, it is ${moved.data.full_name} now`;
  return toHostError({
    host: "GitHub",
    status: 301,
    text: `the repository ${owner}/${name} was renamed or moved${now}. Set the project's repository to its new address`,
    action,
    secrets: [...secrets],
  });
}
