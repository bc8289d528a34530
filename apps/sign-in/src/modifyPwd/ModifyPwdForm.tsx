import { Field, type SchemaFormProps } from '@atrium/ui-kit'
import { AttemptForm, type Captcha, CaptchaField, PasswordInput, UserNameInput } from '@atrium/ui-kit/sign-in'
import { NewPasswordField } from '../newPassword/index.ts'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { fieldsOf, schemaFor } from './schema.ts'
import type { ModifyPwdState } from './useModifyPwd.ts'

interface Props {
  readonly form: SchemaFormProps['form']
  readonly captcha: Captcha
  readonly state: ModifyPwdState
  /** The user name with which the user tried to sign in. */
  readonly userName: string
}

/** Old and new password; without a session the user name too. */
export function ModifyPwdForm({ form, captcha, state, userName }: Props) {
  const t = useAccountTexts()
  const askCaptcha = captcha.needed && !state.own
  return (
    <AttemptForm
      id="modify-pwd"
      form={form}
      requiredSymbol
      refused={state.refused}
      busy={state.busy}
      submitText={t('modifyPwd.submit')}
      schema={schemaFor(state.own, askCaptcha)}
      initialValues={{ username: userName }}
      onSubmit={(values) => state.submit(fieldsOf(values))}
    >
      {!state.own && (
        <Field name="username">
          <UserNameInput />
        </Field>
      )}
      <Field name="password" label={t('modifyPwd.oldPassword')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <NewPasswordField form={form} name="newPassword" oldName="password" />
      <Field name="rePassword" label={t('confirmPassword')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      {askCaptcha && <CaptchaField captcha={captcha} />}
    </AttemptForm>
  )
}
