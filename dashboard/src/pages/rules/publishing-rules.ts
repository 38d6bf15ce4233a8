import type { RuleSection } from "./rule-field.ts";

export const pullRequests: RuleSection = {
  id: "pull-requests",
  title: "Pull requests",
  about: "How pull requests are opened on the code host.",
  fields: [
    {
      path: "settings.pullRequests.labels",
      kind: "list",
      label: "Labels",
      about: "By name; they must exist on the host.",
      placeholder: "documentation",
    },
    {
      path: "settings.pullRequests.reviewers",
      kind: "list",
      label: "Reviewers",
      about: "User names; team: before a team's.",
      placeholder: "team:docs",
    },
    { path: "settings.pullRequests.assignees", kind: "list", label: "Assignees", about: "User names." },
    {
      path: "settings.pullRequests.draft",
      kind: "switch",
      label: "Open as drafts",
      about: "Every pull request begins as a draft.",
    },
    {
      path: "settings.pullRequests.fork",
      kind: "switch",
      label: "Push to a fork",
      about: "Where the credentials may not push, the branch goes to their own fork.",
    },
    {
      path: "settings.pullRequests.deleteBranch",
      kind: "switch",
      label: "Delete the branch afterwards",
      about: "After a merge or a close, unless somebody else has pushed to it.",
    },
    {
      path: "settings.pullRequests.codeOwners",
      kind: "switch",
      label: "Ask code owners",
      about: "Owners of the changed files, by the repository's CODEOWNERS at the base, are asked to review.",
    },
    {
      path: "settings.pullRequests.reminderAfterDays",
      kind: "number",
      label: "Reminder after days",
      about: "Once, when nothing has happened for so long. 0: never; 3 for topics when empty.",
      min: 0,
      max: 365,
    },
    {
      path: "settings.pullRequests.mendConflicts",
      kind: "switch",
      label: "Mend conflicts",
      about:
        "A turn brings a topic's pull request up to date when the base branch conflicts, three times at most.",
    },
    {
      path: "settings.pullRequests.squashTitle",
      kind: "text",
      label: "Title of squashed ones",
      about: "A template with {{title}}, {{topic}} and {{number}}.",
      placeholder: "docs: {{title}}",
    },
    {
      path: "settings.pullRequests.autoMerge.maxFiles",
      kind: "number",
      label: "Merge by itself: files",
      about: "At most so many, once the host's checks are green. All three limits are needed.",
      min: 1,
      max: 1_000,
    },
    {
      path: "settings.pullRequests.autoMerge.maxLines",
      kind: "number",
      label: "Merge by itself: lines",
      about: "Added and deleted ones together, at most.",
      min: 1,
      max: 100_000,
    },
    {
      path: "settings.pullRequests.autoMerge.paths",
      kind: "list",
      label: "Merge by itself: paths",
      about: "Globs; a change of anything else waits for people.",
      placeholder: "docs/**",
    },
  ],
};

export const commits: RuleSection = {
  id: "commits",
  title: "Commits",
  about: "Who commits are by. Without an author they are Copydesk's own.",
  fields: [
    {
      path: "settings.commits.throughApi",
      kind: "switch",
      label: "Commit through the host's API",
      about: "The host signs these commits.",
    },
    {
      path: "settings.commits.author.name",
      kind: "text",
      label: "Author's name",
      about: "Needs an e-mail address too.",
      placeholder: "Docs Bot",
    },
    {
      path: "settings.commits.author.email",
      kind: "text",
      label: "Author's e-mail address",
      about: "As the host knows it.",
      placeholder: "docs-bot@example.com",
    },
    {
      path: "settings.commits.coAuthors",
      kind: "list",
      label: "Co-authors",
      about: "Name <address>, one per line; they become trailers of each commit.",
      placeholder: "Docs Team <docs@example.com>",
    },
  ],
};

export const feedback: RuleSection = {
  id: "feedback",
  title: "Feedback from the code host",
  about:
    "Which comments and failed checks on a pull request become follow-ups. Only people who may push count.",
  fields: [
    {
      path: "settings.feedback.followUps",
      kind: "choice",
      label: "Becomes a follow-up",
      about: "A mention is a comment that names Copydesk's account.",
      options: [
        { value: "off", label: "Nothing" },
        { value: "mentions", label: "Mentions" },
        { value: "all", label: "Every comment and failed check" },
      ],
    },
  ],
};

export const keeping: RuleSection = {
  id: "keeping",
  title: "Archiving and retention",
  about: "Pull requests and branches on the code host are not touched by any of these.",
  fields: [
    {
      path: "settings.archiveAfterDays",
      kind: "number",
      min: 1,
      max: 3_650,
      label: "Archive after",
      unit: "days",
      about: "Without an event.",
      placeholder: "90",
    },
    {
      path: "settings.keepTranscriptsDays",
      kind: "number",
      min: 1,
      max: 3_650,
      label: "Keep events and patches for",
      unit: "days",
      about: "After the job's end.",
      placeholder: "Same as the instance",
    },
    {
      path: "settings.keepRecordsDays",
      kind: "number",
      min: 1,
      max: 3_650,
      label: "Keep the job itself for",
      unit: "days",
      about: "After the job's end.",
      placeholder: "Same as the instance",
    },
  ],
};
