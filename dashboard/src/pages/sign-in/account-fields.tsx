import { PasswordInput, TextInput } from "@mantine/core";

export interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

export const passwordMin = 10;

// Every field of these forms is required, so a star next to each would be meaningless.
const required = { required: true, withAsterisk: false } as const;

export function NameField({ value, onChange }: FieldProps) {
  return (
    <TextInput
      {...required}
      label="Name"
      description="Shown beside your jobs and reviews"
      autoComplete="name"
      maxLength={100}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function EmailField({ value, onChange, readOnly }: FieldProps & { readOnly?: boolean }) {
  return (
    <TextInput
      {...required}
      label="E-mail"
      type="email"
      name="email"
      autoComplete="username"
      readOnly={readOnly}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function CurrentPassword({ label = "Password", value, onChange }: FieldProps & { label?: string }) {
  return (
    <PasswordInput
      {...required}
      label={label}
      name="password"
      autoComplete="current-password"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function NewPassword({ label = "Password", value, onChange }: FieldProps & { label?: string }) {
  return (
    <PasswordInput
      {...required}
      label={label}
      description={`At least ${passwordMin} characters; a few words are easier to remember`}
      autoComplete="new-password"
      minLength={passwordMin}
      maxLength={128}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
