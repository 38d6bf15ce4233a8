import type { Command } from "commander";
import { describeUnreadable } from "../../compose/assert-secret-key.ts";
import { rotateSecrets } from "../../compose/rotate-secrets.ts";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { addSecretKey, dropOldSecretKeys } from "../../secrets/read-secret-keys.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";

interface Options extends CommonOptions {
  newKey?: boolean;
  dropOldKeys?: boolean;
}

export function addSecretsRotate(group: Command, context: CommandContext): void {
  const command = defineCommand("rotate", {
    summary: "encrypt every stored secret with the newest key, while the service runs",
    example: "copydesk secrets rotate --new-key",
  })
    .option("--new-key", "create a new key in secret.key of the data folder first")
    .option("--drop-old-keys", "afterwards remove the other keys from secret.key")
    .action((options: Options) => rotate(context, options));
  group.addCommand(command);
}

async function rotate(context: CommandContext, options: Options): Promise<void> {
  await withStore(context, options, async (store, config) => {
    if (options.newKey || options.dropOldKeys) assertKeyFile(config);
    if (options.newKey) await addSecretKey(config.dataFolder);
    const done = await rotateSecrets(store);
    const isDone = done.old === 0 && done.unreadable.length === 0;
    const droppedKeys = options.dropOldKeys && isDone ? await dropOldSecretKeys(config.dataFolder) : 0;
    const lines = [
      `${done.rotated} re-encrypted, ${done.current} now under the newest key.`,
      ...(done.old > 0 ? [`${done.old} are still under an old key: run it again.`] : []),
      ...(done.unreadable.length > 0 ? [describeUnreadable(done.unreadable)] : []),
      ...(options.dropOldKeys ? [`${droppedKeys} old keys removed from secret.key.`] : []),
      ...(isDone && config.oldSecretKeys.length > 0 ? ["COPYDESK_SECRET_KEY_OLD is no longer needed."] : []),
    ];
    return { document: { ...done, droppedKeys }, text: lines.join("\n"), exitCode: isDone ? 0 : 1 };
  });
}

function assertKeyFile({ secretKey }: Config): void {
  if (secretKey === null) return;
  throw new AppError(
    "usage",
    "The key is in COPYDESK_SECRET_KEY, not in the data folder: set that to a new one and COPYDESK_SECRET_KEY_OLD to the one before, restart every process, and run it without options.",
  );
}
