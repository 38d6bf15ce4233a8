import { expect } from "vitest";
import type { HostScene } from "../helpers/code-hosts/scene.ts";
import type { ContractCase } from "./contract-case.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const secret = "a secret of the project's webhook";

async function opened(scene: HostScene): Promise<number> {
  return (await connect(scene).openPullRequest(await makeDraft(scene))).number;
}

/** How a delivery tells who has said something. */
const saidBy = ({ userId }: HostScene, name: string) =>
  userId === undefined ? { author: name } : { author: userId(name), authorName: name };

const read = (scene: HostScene, event: Parameters<HostScene["delivery"]>[0], id = "delivery-1") =>
  scene.module.readWebhook!(scene.delivery(event, secret, id), secret);

export const webhookCases: ContractCase[] = [
  {
    name: "a merge is told",
    needs: "webhooks",
    run: async (scene) => {
      const number = await opened(scene);
      await scene.merge(number);
      const { events } = await read(scene, { kind: "pull_request", number });
      expect(events).toEqual([{ kind: "pull_request", number, state: "merged", branch }]);
    },
  },
  {
    name: "a close without a merge is told",
    needs: "webhooks",
    run: async (scene) => {
      const number = await opened(scene);
      scene.closePullRequest(number);
      const { events } = await read(scene, { kind: "pull_request", number });
      expect(events).toEqual([{ kind: "pull_request", number, state: "closed", branch }]);
    },
  },
  {
    name: "an open pull request is told as open",
    needs: "webhooks",
    run: async (scene) => {
      const number = await opened(scene);
      const { events } = await read(scene, { kind: "pull_request", number });
      expect(events).toEqual([{ kind: "pull_request", number, state: "open", branch }]);
    },
  },
  {
    name: "a comment is told with its author, text and address",
    needs: "webhooks",
    run: async (scene) => {
      const number = await opened(scene);
      const text = "@copydesk please mention the <limit> 🚀";
      const { events } = await read(scene, { kind: "comment", number, author: "writer", text });
      expect(events).toEqual([
        {
          kind: "comment",
          number,
          id: expect.stringMatching(/./),
          ...saidBy(scene, "writer"),
          text,
          url: expect.stringMatching(/^https?:\/\//),
        },
      ]);
    },
  },
  {
    name: "a comment on a line is told with the file and the line",
    needs: "lineComments",
    run: async (scene) => {
      const number = await opened(scene);
      const place = { path: "docs/a page.md", line: 12 };
      const { events } = await read(scene, {
        kind: "line_comment",
        number,
        author: "writer",
        text: "Shorter?",
        ...place,
      });
      expect(events).toEqual([
        {
          kind: "comment",
          number,
          id: expect.stringMatching(/./),
          ...saidBy(scene, "writer"),
          text: "Shorter?",
          ...place,
          url: expect.any(String),
        },
      ]);
    },
  },
  {
    name: "a failed check is told with its branch, commit and name",
    needs: "failedChecks",
    run: async (scene) => {
      await opened(scene);
      const failed = { branch, commit: "c".repeat(40), name: "docs/build", text: "2 broken links" };
      const { events } = await read(scene, { kind: "check_failed", ...failed });
      expect(events).toEqual([
        expect.objectContaining({ kind: "check_failed", branch, commit: "c".repeat(40), name: "docs/build" }),
      ]);
    },
  },
  {
    name: "a delivery about something else holds no event",
    needs: "webhooks",
    run: async (scene) => {
      expect((await read(scene, { kind: "other" })).events).toEqual([]);
    },
  },
  {
    name: "a delivery has the host's id, the same when it is sent again",
    needs: "webhooks",
    run: async (scene) => {
      const number = await opened(scene);
      const event = { kind: "pull_request", number } as const;
      const first = await read(scene, event, "first");
      expect(first.deliveryId).not.toBe("");
      expect((await read(scene, event, "first")).deliveryId).toBe(first.deliveryId);
      expect((await read(scene, event, "second")).deliveryId).not.toBe(first.deliveryId);
    },
  },
  {
    name: "another secret is invalid_signature",
    needs: "webhooks",
    run: async (scene) => {
      const delivery = scene.delivery({ kind: "other" }, "another secret", "delivery-1");
      await expect(scene.module.readWebhook!(delivery, secret)).rejects.toMatchObject({
        code: "invalid_signature",
      });
    },
  },
  {
    name: "no signature at all is invalid_signature",
    needs: "webhooks",
    run: async (scene) => {
      const { body, headers } = scene.delivery({ kind: "other" }, secret, "delivery-1");
      const bare = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/signature|token|authorization/.test(name)),
      );
      await expect(scene.module.readWebhook!({ headers: bare, body }, secret)).rejects.toMatchObject({
        code: "invalid_signature",
      });
    },
  },
  {
    name: "a body that is no JSON is invalid_request or invalid_signature, never something else",
    needs: "webhooks",
    run: async (scene) => {
      const { headers } = scene.delivery({ kind: "other" }, secret, "delivery-1");
      await expect(
        scene.module.readWebhook!({ headers, body: Buffer.from("{") }, secret),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^invalid_(request|signature)$/) });
    },
  },
];
