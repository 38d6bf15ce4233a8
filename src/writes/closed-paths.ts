import { isPageName } from "./documentation-paths.ts";
import { foldName } from "./fold-name.ts";

const why = {
  git: "git or the code host acts on it",
  ci: "it decides what continuous integration or a deployment runs",
  owners: "it decides who must approve changes",
  hooks: "tools on people's machines run what it names",
  agents: "it instructs agents",
  editors: "editors run what it names",
} as const;

/** Prefixes of folder and file names anywhere in a path. */
const prefixes: [keyof typeof why, string][] = [
  ["git", ".git"],
  ...list(
    "ci",
    ".circleci .buildkite .teamcity .cirrus .travis .appveyor .azure .vsts .jenkins .semaphore .codefresh .builds .build.yml",
    ".cnb .tekton .ci .harness .space.kts .forgejo .scrutinizer .bitbucket .bitrise .onedev .readthedocs .vercel .netlify",
    ".platform .woodpecker .drone .renovate .dependabot .mergify .kodiak .pyup .goreleaser .releaserc .screwdriver .do",
  ),
  ...list(
    "hooks",
    ".husky .lefthook .pre-commit .overcommit .simple-git-hooks .env .envrc .direnv .autoenv .npmrc .npmignore .yarn .pnpm .pnp",
    ".bazelrc .mvn .netrc .pypirc .mise .rtx .tool-versions .bashrc .bash_ .zshrc .profile .ssh .gnupg .curlrc .wgetrc .bundle",
  ),
  ...list(
    "agents",
    ".claude .cursor .windsurf .copydesk .mcp .continue .codex .gemini .agent .opencode .crush .amp .amazonq .kiro .junie",
    ".roo .roomodes .roorules .rooignore .cline .aider .augment .trae .goose .openhands .factory .devin .qwen .qoder .codeium .tabnine .cody .copilot",
    ".mintlify .llmrules .rules .zencoder .aiassistant .replit .pi .warp .sourcegraph",
  ),
  ...list(
    "editors",
    ".vscode .idea .fleet .devcontainer .zed .vs .nova .vimrc .exrc .gvimrc .nvim .lvimrc .dir-locals .projectile .sublime",
  ),
];

/** Short names match only as a whole, not every name that begins like them. */
const wholeNames = new Set([".ci", ".do", ".vs", ".pi", ".amp", ".env", ".nova", ".rules", ".roo"]);

/**
 * File names in any folder, up to a dot or a dash: `azure-pipelines-docs.yml`, `Jenkinsfile.docs`; pages with
 * such names stay pages.
 */
const files = new Map(
  [
    ...list(
      "ci",
      "bitbucket-pipelines azure-pipelines jenkinsfile appveyor buildkite cloudbuild buildspec amplify codemagic codefresh",
      "wercker shippable screwdriver netlify vercel now wrangler firebase render fly railway readthedocs renovate dependabot",
      "mergify gitlab-ci bitrise semaphore earthfile woodpecker drone travis circle cirrus procfile",
    ),
    ...list("hooks", "lefthook lefthook-local mise bunfig"),
    ...list("agents", "opencode crush mcp mcp-config replit"),
    ...list("owners", "codeowners owners owners_aliases code_owners approvers maintainers"),
  ].map(([kind, name]) => [name, kind]),
);

const suffixes: [keyof typeof why, string][] = [
  ["ci", ".gitlab-ci.yml"],
  ["ci", ".gitlab-ci.yaml"],
  ["editors", ".code-workspace"],
  ["editors", ".sublime-project"],
];

/** Files and folders of GitBook, which git and code hosts do not read. */
const notOfGit = new Set([".gitbook", ".gitbook.yaml", ".gitbook.yml"]);

/**
 * Matched exactly in any folder, and in any case at the root: `docs/agents.md` may well be a page about
 * agents.
 */
const instructionNames = [
  ..."AGENTS.md AGENT.md AGENTS.override.md CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md WARP.md SKILL.md".split(
    " ",
  ),
];

/**
 * Returns why no setting lets a job write this path, or null. Such files take effect before anybody has
 * reviewed them: on the branch of a pull request, at the next checkout, or when a folder is opened. Different
 * case, invisible characters and other systems' short names do not evade it.
 */
export function closedPathReason(path: string): string | null {
  const parts = path.split("/").map(foldName);
  for (const part of parts) {
    const kind = kindOfPart(part);
    if (kind !== null) return why[kind];
  }
  const kind = kindOfFile(parts.at(-1)!);
  if (kind !== null) return why[kind];
  return isInstructionFile(path) ? why.agents : null;
}

function kindOfFile(name: string): keyof typeof why | null {
  if (name === "copilot-instructions.md") return "agents";
  const suffix = suffixes.find(([, end]) => name.endsWith(end));
  if (suffix !== undefined) return suffix[0];
  if (isPageName(name)) return null;
  const dot = name.indexOf(".", 1);
  const stem = dot < 0 ? name : name.slice(0, dot);
  for (let end = stem.length; end > 0; end = stem.lastIndexOf("-", end - 1)) {
    const kind = files.get(stem.slice(0, end));
    if (kind !== undefined) return kind;
  }
  return null;
}

function kindOfPart(part: string): keyof typeof why | null {
  if (!part.startsWith(".") || notOfGit.has(part)) return null;
  const found = prefixes.find(([, prefix]) =>
    wholeNames.has(prefix) ? part === prefix || part.startsWith(`${prefix}.`) : part.startsWith(prefix),
  );
  return found?.[0] ?? null;
}

function isInstructionFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isAtRoot = !path.includes("/");
  return instructionNames.some((known) => known === name || (isAtRoot && foldName(known) === foldName(name)));
}

function list(kind: keyof typeof why, ...lines: string[]): [keyof typeof why, string][] {
  return lines.flatMap((line) => line.split(" ").map((name): [keyof typeof why, string] => [kind, name]));
}
