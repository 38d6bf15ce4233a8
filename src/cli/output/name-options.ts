const options: Record<string, string> = {
  anyway: "--anyway",
  "credentials.token": "--token-file",
  "credentials.ssh": "--ssh-key-file",
  "credentials.ssh.knownHosts": "project connect --known-hosts-file",
};

/** Rewrites a message for the command line: field names of the API become option names. */
export function nameOptions(message: string): string {
  return message.replaceAll(/`([a-zA-Z.]+)`/g, (whole, field: string) => options[field] ?? whole);
}
