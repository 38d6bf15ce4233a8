import { z } from "zod";

const botToken = z.string().regex(/^xox[a-z.-]{1,10}[\w-]{5,400}$/, "must be a bot token: xoxb-…");

export const connectSlackInput = z.strictObject({
  botToken: botToken.meta({ description: "Bot User OAuth Token of the Slack app." }),
  signingSecret: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, "must be the signing secret of the Slack app")
    .meta({ description: "Signing secret of the Slack app." }),
  channelId: z
    .string()
    .regex(/^[CG][0-9A-Z]{2,30}$/, "must be the id of a channel, such as C0123456789")
    .meta({ description: "The channel in which jobs of the project are asked for." }),
});

export const slackConnectionSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    teamId: z.string(),
    teamName: z.string(),
    channelId: z.string(),
    requestUrl: z.string().meta({ description: "The Request URL of the Slack app, for events and buttons." }),
    createdAt: z.iso.datetime({ precision: 3 }),
  })
  .meta({ description: "A channel of Slack in which people ask for jobs of a project." });

export type SlackConnectionRecord = z.output<typeof slackConnectionSchema>;

export const slackPath = "/v2/slack";
