import { useState } from "react";
import { EmailField, NameField, NewPassword } from "./account-fields.tsx";
import { CardForm, type CardFormProps } from "./card-form.tsx";

export interface Account {
  name: string;
  email: string;
  password: string;
}

export interface AccountFormProps extends Omit<CardFormProps, "children" | "onSubmit"> {
  /** If given, the address is fixed and only shown. */
  email?: string | null;
  onSubmit: (account: Account) => void;
}

/** Asks for a new person's name, e-mail address and password. */
export function AccountForm({ email: settled, onSubmit, ...rest }: AccountFormProps) {
  const [account, setAccount] = useState<Account>({ name: "", email: settled ?? "", password: "" });
  const set = (part: Partial<Account>) => setAccount((before) => ({ ...before, ...part }));
  return (
    <CardForm {...rest} onSubmit={() => onSubmit(account)}>
      <NameField value={account.name} onChange={(name) => set({ name })} />
      <EmailField value={account.email} onChange={(email) => set({ email })} readOnly={Boolean(settled)} />
      <NewPassword value={account.password} onChange={(password) => set({ password })} />
    </CardForm>
  );
}
