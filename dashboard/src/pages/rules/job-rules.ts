import type { RuleSection } from "./rule-field.ts";

const globs = "One glob a line: * stays within a folder, ** crosses folders, {a,b} is either.";

export const writing: RuleSection = {
  id: "writing",
  title: "What jobs may write",
  about:
    "Jobs write documentation and its navigation. Code, build files and settings stay closed unless a glob opens them; continuous integration, code owners and instructions for agents stay closed always.",
  fields: [
    {
      path: "settings.paths",
      kind: "list",
      label: "Also writable",
      about: `Files besides documentation. ${globs}`,
      placeholder: "snippets/**",
    },
    {
      path: "settings.protectedPaths",
      kind: "list",
      label: "Protected",
      about: `No job writes these, whatever else allows it. ${globs}`,
      placeholder: "docs/legal/**",
    },
  ],
};

export const checks: RuleSection = {
  id: "checks",
  title: "Checks: active content",
  about:
    "A job may use the components and the hosts that the site uses already. A new one is a problem unless it is listed here.",
  fields: [
    {
      path: "settings.activeContent.components",
      kind: "list",
      label: "Components",
      about: "Elements, components, modules and macros by name; * stands for any characters.",
      placeholder: "Callout",
    },
    {
      path: "settings.activeContent.hosts",
      kind: "list",
      label: "Hosts of pictures, recordings and scripts",
      about: "*. before a host stands for all below it.",
      placeholder: "*.example.com",
    },
  ],
};

const ruleIds = "One rule a line, such as image-alt; docs/rules lists all.";

export const checkRules: RuleSection = {
  id: "check-rules",
  title: "Checks: rules",
  about: "Which rules of the checks apply, and which of them hold a job back.",
  fields: [
    {
      path: "settings.rules.off",
      kind: "list",
      label: "Rules that do not apply",
      about: ruleIds,
      placeholder: "heading-order",
    },
    {
      path: "settings.rules.strict",
      kind: "list",
      label: "Warnings that hold a job back",
      about: ruleIds,
      placeholder: "image-alt",
    },
    {
      path: "settings.evidence.unsupportedClaims",
      kind: "choice",
      label: "Names that no source and no page has",
      about:
        "Identifiers, options and endpoints in added text. Checked only in projects with context repositories.",
      options: [
        { value: "error", label: "Hold a job back" },
        { value: "warning", label: "Are reported" },
        { value: "off", label: "Are not judged" },
      ],
    },
  ],
};

export const models: RuleSection = {
  id: "models",
  title: "Models",
  about: "What jobs use when they name no model, and which ones they may name.",
  fields: [
    {
      path: "model",
      kind: "text",
      label: "Model of this project",
      about: "provider/name. Empty: the model of the instance.",
      placeholder: "copydesk/chores",
    },
    {
      path: "settings.models",
      kind: "list",
      label: "Allowed models",
      about: "Names or patterns such as openai/*. Empty: every model of the instance.",
      placeholder: "openai/*",
      suggest: "models",
    },
  ],
};

export const budget: RuleSection = {
  id: "budget",
  title: "Budget of a turn",
  about:
    "Where one turn of a job ends at the latest. No step begins that would likely go over; the work so far is kept as a patch. A job can name a budget of its own.",
  fields: [
    {
      path: "settings.budget.maxSteps",
      kind: "number",
      min: 1,
      max: 1_000,
      label: "Steps",
      about: "Most jobs need 10 to 40.",
      placeholder: "100",
    },
    {
      path: "settings.budget.maxTokens",
      kind: "number",
      min: 1,
      max: 1_000_000_000,
      label: "Tokens",
      about: "The conversation counts again with each step.",
      placeholder: "3,000,000",
    },
    {
      path: "settings.budget.maxCostUsd",
      kind: "number",
      min: 0.01,
      max: 100_000,
      decimals: 2,
      unit: "$",
      label: "Cost",
      about: "Needs a known price of the model.",
      placeholder: "No limit",
    },
    {
      path: "settings.budget.timeoutSeconds",
      kind: "number",
      min: 1,
      max: 43_200,
      label: "Seconds",
      about: "From the start of the turn.",
      placeholder: "1,800",
    },
  ],
};

export const caps: RuleSection = {
  id: "caps",
  title: "Monthly cap",
  about:
    "What all jobs of the project may use together in a calendar month of UTC. At the cap new jobs are refused until the next month.",
  fields: [
    {
      path: "settings.monthlyCap.maxTokens",
      kind: "number",
      min: 1,
      max: 1_000_000_000_000,
      label: "Tokens",
      about: "Input and output.",
      placeholder: "No cap",
    },
    {
      path: "settings.monthlyCap.maxCostUsd",
      kind: "number",
      min: 0.01,
      max: 10_000_000,
      decimals: 2,
      unit: "$",
      label: "Cost",
      about: "Needs a known price of the model.",
      placeholder: "No cap",
    },
  ],
};

export const pace: RuleSection = {
  id: "pace",
  title: "Pace",
  about:
    "How much happens at once, so that reviewers and the host keep up. What does not fit waits in the queue.",
  fields: [
    {
      path: "settings.concurrency",
      kind: "number",
      min: 1,
      max: 1_000,
      label: "Jobs at once",
      about: "Empty: as many as the workers take.",
      placeholder: "No limit",
    },
    {
      path: "settings.maxOpenPullRequests",
      kind: "number",
      min: 1,
      max: 10_000,
      label: "Open pull requests",
      about: "While so many are open, further jobs wait.",
      placeholder: "No limit",
    },
  ],
};
