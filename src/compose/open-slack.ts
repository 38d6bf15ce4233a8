import type { Config } from "../config.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { createJobInserter } from "../jobs/insert-jobs.ts";
import { createTokenSafeFetch } from "../network/assert-token-safe.ts";
import { type CallSlack, createSlackApi } from "../slack/slack-api.ts";
import { startSlack } from "../worker/start-slack.ts";
import { createModelCheck } from "./create-model-check.ts";
import { createReviewHosts, type ReviewHostDeps } from "./create-review-hosts.ts";

/** Opens Slack at the operator's address for it. */
export function openSlack(
  { slackUrl, allowPlainHttp }: Pick<Config, "slackUrl" | "allowPlainHttp">,
  fetch: typeof globalThis.fetch,
): CallSlack {
  return createSlackApi({ fetch: createTokenSafeFetch(fetch, allowPlainHttp), url: slackUrl });
}

/** Starts the worker's tasks for Slack channels. */
export function startSlackWork(places: ReviewHostDeps & { config: Config }): ReturnType<typeof startSlack> {
  const { config, database, fetch } = places;
  return startSlack({
    ...{ ...places, publicUrl: places.publicUrl(), assertRefName },
    callSlack: openSlack(config, fetch),
    openReview: createReviewHosts(places),
    insertJob: createJobInserter({ database }),
    defaultModel: config.defaultModel,
    assertModel: createModelCheck(config),
  });
}
