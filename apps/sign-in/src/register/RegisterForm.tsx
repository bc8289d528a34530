import { type Registration, register } from '@atrium/contract'
import { Field, Form, Input } from '@atrium/ui-kit'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { AttemptForm, useAttempt, useRefusal } from '@atrium/ui-kit/sign-in'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { AccountFields } from './AccountFields.tsx'
import { accept } from './accept.ts'
import { fieldsOf, JoinForm, RegisterForm as NewUserForm } from './schema.ts'
import { useRegisterGuard } from './useRegisterGuard.ts'
import './register.css'

interface Props {
  readonly invitation: Registration
  readonly onJoined: () => void
}

/** The form of an invitation. */
export function RegisterForm({ invitation, onJoined }: Props) {
  const t = useAccountTexts()
  const [form] = Form.useForm()
  const [refused, setRefused] = useRefusal()
  const [busy, run] = useAttempt(form, { setRefused })
  const touch = useRegisterGuard()
  const { isUser, positionList } = invitation
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => {
      await accept(invitation, fieldsOf(values))
      onJoined()
    })
  return (
    <AttemptForm
      id="register"
      form={form}
      requiredSymbol
      refused={refused}
      busy={busy}
      submitText={t(isUser ? 'register.join' : 'register.submit')}
      size="large"
      schema={isUser ? JoinForm : NewUserForm}
      area={register.area}
      initialValues={{ ...invitation, password: '' }}
      onValuesChange={touch}
      onSubmit={submit}
    >
      <AccountFields form={form} invitation={invitation} />
      <Field name="positionId">
        <LookupSelect
          placeholder={t('register.choosePosition')}
          choices={positionList.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="phone">
        <Input type="tel" readOnly={isUser} autoComplete="tel" inputMode="numeric" maxLength={20} />
      </Field>
    </AttemptForm>
  )
}
