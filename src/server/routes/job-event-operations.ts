import { z } from "zod";
import { listJobEventsInput } from "../../jobs/list-job-events.ts";
import { reconnectMs } from "../event-streams.ts";
import { eventPage } from "../openapi/event-schemas.ts";
import { jobPath, jobReadErrors } from "../openapi/job-operation.ts";
import type { Operation } from "../openapi/operation.ts";

export const streamQuery = listJobEventsInput.pick({ after: true });

const eventStream = z.string().meta({
  description:
    "Server-sent events: id is the number of the event, event its kind, data a JobEvent as JSON on one line.",
});

const exampleEvent = {
  seq: 1,
  at: "2026-11-21T09:30:00.000Z",
  kind: "created",
  data: {
    ...{ prompt: "Fix typos", ref: null, model: "copydesk/chores", mode: "pull_request", asDraft: false },
    ...{ paths: [], budget: {}, metadata: {}, turn: 1 },
  },
  author: { kind: "api_key", id: "k3Jx9QaZ", name: "ci" },
};

const exampleStream = `retry: ${reconnectMs}

id: 1
event: created
data: ${JSON.stringify(exampleEvent)}

`;

const headers = { Vary: { description: "Request headers that the response depends on.", example: "Accept" } };

const after = "Number of the last event already seen.";

export const listJobEventsOperation: Operation = {
  id: "listJobEvents",
  tag: "Results",
  method: "get",
  path: "/v2/agent/{projectId}/job/{jobId}/events",
  summary: "List or follow a job's events",
  description:
    "Everything that happens to a job, oldest first. With Accept: text/event-stream the response is that of streamJobEvents, which newer clients request by its own path.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  query: {
    schema: listJobEventsInput,
    descriptions: { after, limit: "Maximum number of events on a page." },
    example: { after: 0, limit: 100 },
  },
  responses: {
    200: {
      description: "One page.",
      headers,
      content: {
        type: "application/json",
        schema: eventPage,
        example: { data: [exampleEvent], nextAfter: null },
      },
    },
  },
  errors: [...jobReadErrors, "transcript_expired"],
};

export const streamJobEventsOperation: Operation = {
  id: "streamJobEvents",
  tag: "Results",
  method: "get",
  path: "/v2/agent/{projectId}/job/{jobId}/events/stream",
  summary: "Follow a job's events",
  description:
    "The events as they happen, with their numbers as ids, until the job has ended; a client that reconnects with Last-Event-ID gets each one exactly once, from any node.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  query: { schema: streamQuery, descriptions: { after }, example: { after: 0 } },
  requestHeaders: {
    "Last-Event-ID": {
      description: "Number of the last event already seen; it goes before after.",
      example: "12",
      pattern: "^[0-9]{1,9}$",
    },
  },
  responses: {
    200: {
      description: "The stream.",
      content: { type: "text/event-stream", schema: eventStream, example: exampleStream },
    },
    204: { description: "The job has ended and there are no further events: do not reconnect." },
  },
  errors: [...jobReadErrors, "transcript_expired", "too_many_streams"],
};
