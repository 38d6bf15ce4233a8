import {
  Collapse,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { CredentialKind, CredentialsForm } from "./credentials-form.ts";
import classes from "./repository.module.css";

export interface CredentialFieldsProps {
  form: CredentialsForm;
  /** Only GitHub has Apps. */
  isGithub: boolean;
  /** Set for a repository that is only read: its host sends no webhooks. */
  isReadOnly?: boolean;
  onChange: (form: CredentialsForm) => void;
}

/** Secrets are sent but never returned: stored ones are not shown here. */
export function CredentialFields({ form, isGithub, isReadOnly = false, onChange }: CredentialFieldsProps) {
  const [showsMore, { toggle }] = useDisclosure(false);
  const set = (change: Partial<CredentialsForm>) => onChange({ ...form, ...change });
  const kinds = [
    { value: "token", label: "Token" },
    ...(isGithub ? [{ value: "app", label: "GitHub App" }] : []),
    { value: "ssh", label: "SSH key" },
  ];
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Kind of credentials"
        data={kinds}
        value={form.kind}
        onChange={(kind) => set({ kind: kind as CredentialKind })}
      />
      {form.kind === "token" && <TokenFields form={form} set={set} />}
      {form.kind === "app" && <AppFields form={form} set={set} />}
      {form.kind === "ssh" && <SshFields form={form} set={set} />}
      <UnstyledButton onClick={toggle} aria-expanded={showsMore} className={classes.more}>
        <Text size="sm" c="var(--mantine-color-anchor)">
          {showsMore ? "Hide" : "Show"} {isReadOnly ? "certificate" : "webhook secret and certificate"}
        </Text>
      </UnstyledButton>
      <Collapse expanded={showsMore}>
        <Stack gap="sm">
          {!isReadOnly && (
            <PasswordInput
              label="Secret of the host's webhook"
              description="As it is set at the host, so that merges and comments arrive at once."
              autoComplete="off"
              value={form.webhookSecret}
              onChange={({ currentTarget }) => set({ webhookSecret: currentTarget.value })}
            />
          )}
          <Pem
            label="Certificate of a private authority"
            description="In PEM format, where the host's certificate is from an authority of your own."
            value={form.certificateAuthority}
            onChange={(certificateAuthority) => set({ certificateAuthority })}
          />
        </Stack>
      </Collapse>
    </Stack>
  );
}

interface PartProps {
  form: CredentialsForm;
  set: (change: Partial<CredentialsForm>) => void;
}

function TokenFields({ form, set }: PartProps) {
  return (
    <>
      <PasswordInput
        label="Access token"
        description="It needs to read and write the repository and its pull requests."
        autoComplete="off"
        value={form.token}
        onChange={({ currentTarget }) => set({ token: currentTarget.value })}
      />
      <TextInput
        label="User name"
        description="Only where the host wants one beside the token."
        value={form.username}
        onChange={({ currentTarget }) => set({ username: currentTarget.value })}
      />
    </>
  );
}

function AppFields({ form, set }: PartProps) {
  return (
    <>
      <TextInput
        label="App id"
        inputMode="numeric"
        value={form.appId}
        onChange={({ currentTarget }) => set({ appId: currentTarget.value })}
      />
      <Pem
        label="Private key"
        description="The file that GitHub gave."
        value={form.appKey}
        onChange={(appKey) => set({ appKey })}
      />
    </>
  );
}

function SshFields({ form, set }: PartProps) {
  return (
    <>
      <Pem
        label="Private key"
        description="Of a deploy key that may write. Pull requests need a token besides."
        value={form.sshKey}
        onChange={(sshKey) => set({ sshKey })}
      />
      <Pem
        label="Keys of the server"
        description="Lines of known_hosts. Empty: those that are known of the large hosts."
        value={form.knownHosts}
        onChange={(knownHosts) => set({ knownHosts })}
      />
    </>
  );
}

interface PemProps {
  label: string;
  description: string;
  value: string;
  onChange: (value: string) => void;
}

function Pem({ label, description, value, onChange }: PemProps) {
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={3}
      maxRows={8}
      autoComplete="off"
      spellCheck={false}
      className={classes.pem}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
