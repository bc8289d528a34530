import { type Registration, register } from '@atrium/contract'
import { Form, type FormInstance, fieldOf, Input } from '@atrium/ui-kit'
import { confirmDialog, useLeaveGuard } from '@atrium/ui-kit/overlay'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import {
  AttemptForm,
  asText,
  CodeField,
  PhoneInput,
  UserNameInput,
  useAttempt,
  useRejection,
} from '@atrium/ui-kit/sign-in'
import { Suspense, useRef } from 'react'
import { NewPasswordField } from '../new-password/NewPasswordField.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { accept, askForCode, fieldsOf, JoinForm, RegisterForm as NewUserForm, provedForm } from './accept.ts'

/** Renders fields of the request, including those that the invitation prefills. */
const Field = fieldOf<{ request: typeof NewUserForm | typeof Registration }>({ request: NewUserForm })

interface RegisterFormProps {
  readonly invitation: Registration
  readonly onJoined: () => void
}

/** Form to accept an invitation. */
export function RegisterForm({ invitation, onJoined }: RegisterFormProps) {
  const t = useAccountTexts()
  const [form] = Form.useForm()
  const [rejected, setRejected] = useRejection()
  const [busy, run] = useAttempt(form, { setRejected })
  const touch = useRegisterGuard()
  const { isUser, positionList, phoneCodeNeeded } = invitation
  const phone = asText(Form.useWatch('phone', form)).trim()
  const newUserForm = phoneCodeNeeded ? provedForm(phone) : NewUserForm
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
      rejected={rejected}
      busy={busy}
      submitText={t(isUser ? 'register.join' : 'register.submit')}
      size="large"
      schema={isUser ? JoinForm : newUserForm}
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
        <PhoneInput readOnly={isUser} />
      </Field>
      {phoneCodeNeeded && <PhoneCode form={form} invitation={invitation} setRejected={setRejected} />}
    </AttemptForm>
  )
}

interface PhoneCodeProps extends AccountFieldsProps {
  readonly setRejected: (message: string) => void
}

/** Sends the phone code and asks for it. */
function PhoneCode({ form, invitation, setRejected }: PhoneCodeProps) {
  const phone = asText(Form.useWatch('phone', form)).trim()
  const [sending, run] = useAttempt(form, { setRejected })
  const send = async (sent: () => void): Promise<void> => {
    const sound = await form.validate(['phone']).catch(() => undefined)
    if (!sound) return
    await run(async () => {
      await askForCode(invitation, phone)
      sent()
    })
  }
  return (
    <Suspense>
      <CodeField purpose="registration" subject={phone} sending={sending} onSend={send} />
    </Suspense>
  )
}

interface AccountFieldsProps {
  readonly form: FormInstance
  readonly invitation: Registration
}

/** Shows an existing account, or creates one for the invited address. */
function AccountFields({ form, invitation: { isUser } }: AccountFieldsProps) {
  return (
    <>
      <Field name="tenantName">
        <Input readOnly />
      </Field>
      <Field name="name">
        <Input readOnly={isUser} autoComplete="name" maxLength={100} />
      </Field>
      <Field name="username">
        <UserNameInput readOnly={isUser} />
      </Field>
      {!isUser && <NewPasswordField form={form} name="password" />}
      <Field name="email">
        <Input readOnly />
      </Field>
    </>
  )
}

/**
 * Asks before the user leaves the page with unsaved input.
 * @returns a function to call on input
 */
function useRegisterGuard(): () => void {
  const t = useAccountTexts()
  const touched = useRef(false)
  const ask = (): Promise<boolean> =>
    confirmDialog({
      title: t('register.leaveTitle'),
      content: t('register.leaveQuestion'),
      ok: t('register.leave'),
      cancel: t('register.stay'),
    })
  useLeaveGuard(true, { isDirty: () => touched.current, ask })
  return () => {
    touched.current = true
  }
}
