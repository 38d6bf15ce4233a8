import { afterEach, beforeEach, describe, type TestOptions, test } from "vitest";
import type { HostScene, SceneFeatures, StartScene } from "../helpers/code-hosts/scene.ts";
import { commentCases } from "./comment-cases.ts";
import type { ContractCase } from "./contract-case.ts";
import { faultCases } from "./fault-cases.ts";
import { feedbackCases } from "./feedback-cases.ts";
import { pullRequestCases } from "./pull-request-cases.ts";
import { reportCases } from "./report-cases.ts";
import { reviewCases } from "./review-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

const groups: Record<string, ContractCase[]> = {
  "pull requests": pullRequestCases,
  "comments, identity and permissions": commentCases,
  decisions: reviewCases,
  faults: faultCases,
  webhooks: webhookCases,
  "feedback that is asked for": feedbackCases,
  "reports of the checks": reportCases,
};

/** The same table for every host. */
export function describeContract(
  name: string,
  features: SceneFeatures,
  start: StartScene,
  options: TestOptions = {},
): void {
  describe(`the contract of code hosts: ${name}`, options, () => {
    let scene: HostScene;
    const { webhooks, lineComments = webhooks, failedChecks = webhooks } = features;
    const { listedComments = false, listedChecks = listedComments } = features;
    const { allChecks = listedChecks, withheldReports = allChecks, hasFastPushes = true } = features;
    const all = {
      ...features,
      lineComments,
      failedChecks,
      listedComments,
      listedChecks,
      allChecks,
      withheldReports,
      hasFastPushes,
    };
    beforeEach(async () => {
      scene = await start();
    });
    afterEach(() => scene.close());
    for (const [group, cases] of Object.entries(groups)) {
      const possible = cases.filter(({ needs }) => needs === undefined || all[needs]);
      if (possible.length === 0) continue;
      describe(group, () => {
        for (const { name: title, run } of possible) test(title, () => run(scene));
      });
    }
  });
}
