import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ErrorAlert } from "../../parts/error-alert.tsx";

export interface Account {
  name: string;
  email: string;
  password: string;
}

export interface AccountFormProps {
  /** Given: the address is settled and shown only. */
  email?: string | null;
  action: string;
  isPending: boolean;
  error: Error | null;
  onSubmit: (account: Account) => void;
}

export const passwordMin = 10;

/** Name, e-mail and password of somebody new. */
export function AccountForm({ email: settled, action, isPending, error, onSubmit }: AccountFormProps) {
  const [account, setAccount] = useState<Account>({ name: "", email: settled ?? "", password: "" });
  const set = (part: Partial<Account>) => setAccount((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(account);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="As it stands beside what you do"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          value={account.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={Boolean(settled)}
          value={account.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <NewPassword value={account.password} onChange={(password) => set({ password })} />
        {error && <ErrorAlert error={error} />}
        <Button type="submit" loading={isPending} fullWidth mt={4}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}

export function NewPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <PasswordInput
      label="Password"
      description={`At least ${passwordMin} characters; a few words are easier to remember`}
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={passwordMin}
      maxLength={128}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
