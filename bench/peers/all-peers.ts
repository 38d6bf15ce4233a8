import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { change, prompt } from "../parts/four-step-script.ts";
import { type Calls, type Peer, type PeerRun, peerKey, peerModel } from "./peer.ts";

const node = process.execPath;
const grepCommand = `grep -rn "${change.from}" docs`;

const pi: Peer = {
  package: "@earendil-works/pi-coding-agent",
  version: "0.87.1",
  entry: "dist/bundle/cli.js",
  harnesses: ([program]) => [
    {
      name: "pi 0.87.1",
      command: () => [node, program!, "--offline", "--provider", "bench", "--model", peerModel, "-p", prompt],
      environment: () => ({}),
      async prepare({ home, modelRoot }) {
        await mkdir(join(home, ".pi/agent"), { recursive: true });
        const provider = { baseUrl: `${modelRoot}/v1`, api: "openai-completions", apiKey: peerKey };
        const providers = { bench: { ...provider, models: [{ id: peerModel }] } };
        await writeFile(join(home, ".pi/agent/models.json"), JSON.stringify({ providers }));
      },
      calls: () => [
        { name: "bash", arguments: { command: grepCommand } },
        { name: "read", arguments: { path: change.path } },
        {
          name: "edit",
          arguments: { path: change.path, edits: [{ oldText: change.from, newText: change.to }] },
        },
      ],
    },
  ],
};

const codex: Peer = {
  package: "@openai/codex",
  version: "0.169.0",
  entry: "bin/codex.js",
  harnesses: ([program]) => [
    {
      name: "codex 0.169.0",
      command: ({ modelRoot }) => [
        ...[node, program!, "exec", "--dangerously-bypass-approvals-and-sandbox", "-m", peerModel],
        "-c",
        `model_providers.bench={name="bench",base_url="${modelRoot}/v1",env_key="BENCH_KEY",wire_api="responses"}`,
        ...["-c", 'model_provider="bench"', prompt],
      ],
      environment: () => ({ BENCH_KEY: peerKey }),
      calls: () => [
        { name: "exec_command", arguments: { cmd: grepCommand } },
        { name: "exec_command", arguments: { cmd: `cat ${change.path}` } },
        { name: "exec_command", arguments: { cmd: applyPatchCommand } },
      ],
    },
  ],
};

const applyPatchCommand = `apply_patch <<'EOF'
*** Begin Patch
*** Update File: ${change.path}
@@
-Keep ${change.from} safe.
+Keep ${change.to} safe.
*** End Patch
EOF`;

const claudeCode: Peer = {
  package: "@anthropic-ai/claude-code",
  version: "2.1.329",
  entry: "bin/claude.exe",
  harnesses: ([program]) =>
    [[], ["--bare"]].map((flags) => ({
      name: ["claude-code 2.1.329", ...flags].join(" "),
      command: () => [program!, ...flags, "--dangerously-skip-permissions", "-p", prompt],
      environment: ({ modelRoot }) => ({
        ...{ ANTHROPIC_BASE_URL: modelRoot, ANTHROPIC_API_KEY: peerKey },
        ...{ DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
        // As root it otherwise refuses to skip its questions.
        IS_SANDBOX: "1",
      }),
      calls: ({ repository }) => [
        { name: "Bash", arguments: { command: grepCommand, description: "Search the pages" } },
        ...readAndEdit(repository, "Read", "Edit"),
      ],
    })),
};

const qwenCode: Peer = {
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  entry: "cli-entry.js",
  harnesses: ([program]) => [
    {
      name: "qwen-code 0.24.4",
      command: () => [node, program!, "--yolo", "-p", prompt],
      environment: ({ modelRoot }) => ({
        ...{ OPENAI_API_KEY: peerKey, OPENAI_BASE_URL: `${modelRoot}/v1`, OPENAI_MODEL: peerModel },
      }),
      calls: ({ repository }) => [
        { name: "grep_search", arguments: { pattern: change.from } },
        ...readAndEdit(repository, "read_file", "edit"),
      ],
    },
  ],
};

function readAndEdit(repository: PeerRun["repository"], read: string, edit: string): Calls {
  const file_path = join(repository, change.path);
  return [
    { name: read, arguments: { file_path } },
    { name: edit, arguments: { file_path, old_string: change.from, new_string: change.to } },
  ];
}

export const allPeers: readonly Peer[] = [pi, codex, claudeCode, qwenCode];
