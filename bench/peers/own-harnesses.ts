import { join } from "node:path";
import { git } from "../../test/helpers/git-fixture.ts";
import { change, prompt } from "../parts/four-step-script.ts";
import { type Harness, peerKey } from "./peer.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const agentProgram = join(import.meta.dirname, "run-own-agent.ts");

const calls: Harness["calls"] = () => [
  { name: "search", arguments: { pattern: change.from } },
  { name: "read", arguments: { path: change.path } },
  { name: "edit", arguments: { path: change.path, edits: [{ old: change.from, new: change.to }] } },
  { name: "finish", arguments: { title: "Say API key", summary: "Replaced the old term." } },
];

/** Runs only the agent in a separate process, which is comparable with the peers' own work. */
export const ownAgent: Harness = {
  name: "Copydesk's agent alone",
  command: ({ repository, modelRoot }) => [process.execPath, agentProgram, repository, `${modelRoot}/v1`],
  environment: () => ({}),
  calls,
};

/**
 * Runs `copydesk run`: one job in a separate process, with mirror, workspace, checks, gate and the pushed
 * branch.
 */
export const ownRun: Harness = {
  name: "copydesk run",
  command: ({ repository }) => [
    process.execPath,
    main,
    "run",
    "--repository",
    repository,
    "--prompt",
    prompt,
  ],
  environment: ({ home, modelRoot }) => ({
    COPYDESK_DATA: join(home, "data"),
    COPYDESK_MODEL: "openai-compatible/scripted",
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    ...{ OPENAI_COMPATIBLE_BASE_URL: `${modelRoot}/v1`, OPENAI_COMPATIBLE_API_KEY: peerKey },
  }),
  calls,
  async readPage({ repository }) {
    const branch = await git(repository, ["for-each-ref", "--format=%(refname)", "refs/heads/copydesk/"]);
    return await git(repository, ["show", `${branch}:${change.path}`]);
  },
};
