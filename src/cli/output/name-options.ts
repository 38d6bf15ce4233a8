const options: Record<string, string> = {
  anyway: "--anyway",
  "credentials.token": "--token-file",
  "credentials.ssh": "--ssh-key-file",
  "credentials.ssh.knownHosts": "project connect --known-hosts-file",
};

/** A message as it reads on the command line: the fields of the API that it names are options there. */
export function nameOptions(message: string): string {
  return message.replaceAll(/`([a-zA-Z.]+)`/g, (whole, field: string) => options[field] ?? whole);
}
