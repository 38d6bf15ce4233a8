import { type Command, Option } from "commander";
import { createSignInLink, type LinkPurpose } from "../../people/links/sign-in-link.ts";
import { changeRole, removeMember } from "../../people/members/change-member.ts";
import { createUser } from "../../people/members/create-user.ts";
import { findMember } from "../../people/members/find-member.ts";
import { listMembers } from "../../people/members/list-members.ts";
import { roles } from "../../people/permissions.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { formatTable } from "../output/format-table.ts";

const exampleEmail = "docs@example.com";

interface CreateOptions extends CommonOptions {
  name?: string;
  role: string;
  organisation?: string;
}

const roleOption = () =>
  new Option("--role <role>", "what they may do").choices([...roles]).default("viewer");

export function addUserCreate(group: Command, context: CommandContext): void {
  const command = defineCommand("create", {
    summary: "add a person and print a link with which they choose a password",
    example: `copydesk user create ${exampleEmail} --name "Docs editor" --role editor`,
  })
    .option("--name <name>", "display name (default: the e-mail address)")
    .option("--organisation <id>", "organisation that they belong to (default: the oldest)")
    .addOption(roleOption())
    .argument("<email>", "e-mail address")
    .action(async (email: string, options: CreateOptions) => {
      await withStore(context, options, async (store) => {
        const actor = { author: store.author, from: null };
        const { name = email, role, organisation } = options;
        const person = await createUser(
          store,
          { actor },
          { email, name, role, organisationId: organisation },
        );
        const settings = { userId: person.id, purpose: "reset_password" as const, actor };
        const link = await createSignInLink(store, { ...settings, publicUrl: store.publicUrl });
        return {
          document: { ...person, ...link },
          text: `${person.id}\n\nThey choose a password within 24 hours at\n${link.url}`,
        };
      });
    });
  group.addCommand(command);
}

export function addUserList(group: Command, context: CommandContext): void {
  const command = defineCommand("list", { summary: "list everybody", example: "copydesk user list" }).action(
    async (options: CommonOptions) => {
      await withStore(context, options, async (store) => {
        const data = await listMembers(store, null);
        const rows = data.map(({ userId, name, email, role, lastSeenAt }) => [
          ...[userId, name, email, role, lastSeenAt ?? "never"],
        ]);
        const heads = ["ID", "NAME", "E-MAIL", "ROLE", "LAST SEEN"];
        return { document: { data }, text: formatTable(heads, rows) };
      });
    },
  );
  group.addCommand(command);
}

export function addUserRole(group: Command, context: CommandContext): void {
  const command = defineCommand("role", {
    summary: "change a member's role",
    example: `copydesk user role ${exampleEmail} owner`,
  })
    .option("--organisation <id>", "organisation (default: the first that they belong to)")
    .argument("<email>", "e-mail address or id")
    .argument("<role>", "owner, editor or viewer")
    .action(async (who: string, role: string, options: CommonOptions & { organisation?: string }) => {
      await withStore(context, options, async (store) => {
        const { userId, organisationId } = await findMember(store, who, options.organisation);
        const actor = { author: store.author, from: null };
        await changeRole(store, { userId, organisationId, actor }, { role });
        return { document: { userId, organisationId, role }, text: `${who} has the role ${role}.` };
      });
    });
  group.addCommand(command);
}

export function addUserRemove(group: Command, context: CommandContext): void {
  const command = defineCommand("remove", {
    summary: "remove a member from an organisation; signs out a person who belongs to no other",
    example: `copydesk user remove ${exampleEmail}`,
  })
    .option("--organisation <id>", "organisation (default: the first that they belong to)")
    .argument("<email>", "e-mail address or id")
    .action(async (who: string, options: CommonOptions & { organisation?: string }) => {
      await withStore(context, options, async (store) => {
        const { userId, organisationId } = await findMember(store, who, options.organisation);
        await removeMember(store, { userId, organisationId, actor: { author: store.author, from: null } });
        return { document: { userId, organisationId }, text: `${who} is no longer a member.` };
      });
    });
  group.addCommand(command);
}

export function addUserResetPassword(group: Command, context: CommandContext): void {
  addLink(group, context, "reset_password", {
    name: "reset-password",
    summary: "print a link with which somebody chooses a new password; it works once, for 24 hours",
  });
}

export function addUserSignInLink(group: Command, context: CommandContext): void {
  addLink(group, context, "sign_in", {
    name: "sign-in-link",
    summary: "print a link that signs somebody in; it works once, for 15 minutes",
  });
}

function addLink(
  group: Command,
  context: CommandContext,
  purpose: LinkPurpose,
  { name, summary }: { name: string; summary: string },
): void {
  const command = defineCommand(name, { summary, example: `copydesk user ${name} ${exampleEmail}` })
    .argument("<email>", "e-mail address or id")
    .action(async (who: string, options: CommonOptions) => {
      await withStore(context, options, async (store) => {
        const { userId } = await findMember(store, who, undefined);
        const actor = { author: store.author, from: null };
        const settings = { userId, purpose, publicUrl: store.publicUrl, actor };
        const link = await createSignInLink(store, settings);
        return { document: { userId, ...link }, text: link.url };
      });
    });
  group.addCommand(command);
}
