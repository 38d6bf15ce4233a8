import type { Command } from "commander";
import type { CommandContext } from "./command.ts";

type AddCommands = (parent: Command, context: CommandContext) => void;
type Loaders = Record<string, () => Promise<AddCommands>>;

export interface CommandGroup {
  summary: string;
  example: string;
  commands: Loaders;
}

/**
 * Commands by their words, in the order of the help. A command's modules are loaded only when it is called.
 */
export const commands: Loaders = {
  demo: async () => (await import("./demo/demo.ts")).addDemo,
  serve: async () => (await import("./service/serve.ts")).addServe,
  run: async () => (await import("./jobs/run.ts")).addRun,
  eval: async () => (await import("./jobs/eval.ts")).addEval,
  backfill: async () => (await import("./backfill.ts")).addBackfill,
  check: async () => (await import("./check/check.ts")).addCheck,
  backup: async () => (await import("./service/backup.ts")).addBackup,
  restore: async () => (await import("./service/restore.ts")).addRestore,
  export: async () => (await import("./projects/project-export.ts")).addExport,
  doctor: async () => (await import("./service/doctor.ts")).addDoctor,
  models: async () => (await import("./service/models.ts")).addModels,
  top: async () => (await import("./service/top.ts")).addTop,
  usage: async () => (await import("./service/usage.ts")).addUsage,
  audit: async () => (await import("./service/audit.ts")).addAudit,
  mcp: async () => (await import("./service/mcp.ts")).addMcp,
};

const addSlack = async () => (await import("./slack-commands.ts")).addSlackCommands;
const addTriggers = async () => (await import("./trigger-commands.ts")).addTriggerCommands;
const addContext = async () => (await import("./context-commands.ts")).addContextCommands;
const addWebhooks = async () => (await import("./webhook-commands.ts")).addWebhookCommands;

export const commandGroups: Record<string, CommandGroup> = {
  project: {
    summary: "create, change, connect and remove projects",
    example: "copydesk project list",
    commands: {
      create: async () => (await import("./projects/project-create.ts")).addProjectCreate,
      list: async () => (await import("./projects/project-list.ts")).addProjectList,
      show: async () => (await import("./projects/project-show.ts")).addProjectShow,
      test: async () => (await import("./projects/project-look.ts")).addProjectTest,
      preview: async () => (await import("./projects/project-look.ts")).addProjectPreview,
      set: async () => (await import("./projects/project-set.ts")).addProjectSet,
      connect: async () => (await import("./projects/project-connect.ts")).addProjectConnect,
      remove: async () => (await import("./projects/project-remove.ts")).addProjectRemove,
      "create-github-app": async () =>
        (await import("./projects/project-create-github-app.ts")).addProjectCreateGithubApp,
    },
  },
  key: {
    summary: "create, list and revoke API keys",
    example: "copydesk key list --project prj_0123456789abcdefghijkl",
    commands: {
      create: async () => (await import("./keys/key-create.ts")).addKeyCreate,
      list: async () => (await import("./keys/key-list.ts")).addKeyList,
      revoke: async () => (await import("./keys/key-revoke.ts")).addKeyRevoke,
      rotate: async () => (await import("./keys/key-rotate.ts")).addKeyRotate,
    },
  },
  "management-key": {
    summary: "create, list and revoke the keys with which programs manage projects",
    example: "copydesk management-key list",
    commands: {
      create: async () => (await import("./keys/management-key-commands.ts")).addManagementKeyCreate,
      list: async () => (await import("./keys/management-key-commands.ts")).addManagementKeyList,
      rotate: async () => (await import("./keys/management-key-commands.ts")).addManagementKeyRotate,
      revoke: async () => (await import("./keys/management-key-commands.ts")).addManagementKeyRevoke,
    },
  },
  job: {
    summary: "create, follow, review and manage jobs",
    example: "copydesk job list --project prj_0123456789abcdefghijkl",
    commands: {
      create: async () => (await import("./jobs/job-create.ts")).addJobCreate,
      get: async () => (await import("./jobs/job-get.ts")).addJobGet,
      list: async () => (await import("./jobs/job-list.ts")).addJobList,
      events: async () => (await import("./jobs/job-events.ts")).addJobEvents,
      diff: async () => (await import("./jobs/job-diff.ts")).addJobDiff,
      checks: async () => (await import("./jobs/job-checks.ts")).addJobChecks,
      open: async () => (await import("./jobs/job-open.ts")).addJobOpen,
      message: async () => (await import("./jobs/job-message.ts")).addJobMessage,
      cancel: async () => (await import("./jobs/job-cancel.ts")).addJobCancel,
      archive: async () => (await import("./jobs/job-archive.ts")).addJobArchive,
      restore: async () => (await import("./jobs/job-archive.ts")).addJobRestore,
      delete: async () => (await import("./jobs/job-delete.ts")).addJobDelete,
      approve: async () => (await import("./jobs/job-decide.ts")).addJobApprove,
      merge: async () => (await import("./jobs/job-decide.ts")).addJobMerge,
      close: async () => (await import("./jobs/job-decide.ts")).addJobClose,
    },
  },
  user: {
    summary: "add people, change their roles, and reset their access",
    example: "copydesk user list",
    commands: {
      create: async () => (await import("./people/user-commands.ts")).addUserCreate,
      list: async () => (await import("./people/user-commands.ts")).addUserList,
      role: async () => (await import("./people/user-commands.ts")).addUserRole,
      remove: async () => (await import("./people/user-commands.ts")).addUserRemove,
      "reset-password": async () => (await import("./people/user-commands.ts")).addUserResetPassword,
      "sign-in-link": async () => (await import("./people/user-commands.ts")).addUserSignInLink,
    },
  },
  webhook: {
    summary: "manage the URLs that are called when something happens",
    example: "copydesk webhook list --project prj_0123456789abcdefghijkl",
    commands: { "*": addWebhooks },
  },
  trigger: {
    summary: "start jobs automatically: on a schedule, or when something happens elsewhere",
    example: "copydesk trigger list --project prj_0123456789abcdefghijkl",
    commands: { "*": addTriggers },
  },
  slack: {
    summary: "let people request jobs in Slack channels",
    example: "copydesk slack list --project prj_0123456789abcdefghijkl",
    commands: { "*": addSlack },
  },
  context: {
    summary: "manage the repositories that a project's jobs may read but not change",
    example: "copydesk context list --project prj_0123456789abcdefghijkl",
    commands: { "*": addContext },
  },
  policy: {
    summary: "check a repository's rules for jobs",
    example: "copydesk policy check",
    commands: { check: async () => (await import("./policy/policy-check.ts")).addPolicyCheck },
  },
  translations: {
    summary: "show which translations of a repository are stale",
    example: "copydesk translations status",
    commands: {
      status: async () => (await import("./translations/translations-status.ts")).addTranslationsStatus,
    },
  },
  secrets: {
    summary: "change the key that stored secrets are encrypted with",
    example: "copydesk secrets rotate --new-key",
    commands: { rotate: async () => (await import("./service/secrets.ts")).addSecretsRotate },
  },
};
