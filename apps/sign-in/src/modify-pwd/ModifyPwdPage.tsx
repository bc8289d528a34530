import { useGo, useLocation } from '@atrium/shared-api'
import { Button, Form, fieldOf, type SchemaFormProps } from '@atrium/ui-kit'
import {
  AttemptForm,
  type Captcha,
  CaptchaField,
  PasswordInput,
  UserNameInput,
  useCaptcha,
} from '@atrium/ui-kit/sign-in'
import { SignInFrame } from '../frame/SignInFrame.tsx'
import { NewPasswordField } from '../new-password/NewPasswordField.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { fieldsOf, type ModifyPwdState, OutsideForm, schemaFor, useModifyPwd } from './use-modify-pwd.ts'

const Field = fieldOf({ request: OutsideForm })

/**
 * Returns the user name that the sign-in page passed on: '' after signing in by phone, undefined if the user came
 * here directly.
 */
const userNameIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'userName' in state ? String(state.userName) : undefined

/** Changes a password: that of the signed-in user, or one that must be changed before signing in. */
export default function ModifyPwdPage() {
  const t = useAccountTexts()
  const go = useGo()
  const [form] = Form.useForm()
  const userName = userNameIn(useLocation().state)
  const captcha = useCaptcha(form)
  const state = useModifyPwd(form, captcha)
  const reason = state.own ? t('modifyPwd.own') : userName !== undefined && t('modifyPwd.must')
  return (
    <SignInFrame title={t('modifyPwd.title')} line={reason}>
      <ModifyPwdForm form={form} captcha={captcha} state={state} userName={userName ?? ''} />
      <Button
        type="text"
        long
        className="si-back"
        onClick={() => go(state.own ? 'softIndex' : 'signInIndex')}
      >
        {t(state.own ? 'back' : 'backToSignIn')}
      </Button>
    </SignInFrame>
  )
}

interface ModifyPwdFormProps {
  readonly form: SchemaFormProps['form']
  readonly captcha: Captcha
  readonly state: ModifyPwdState
  /** User name of the sign-in attempt. */
  readonly userName: string
}

/** Asks for the old and new password. Without a session, also asks for the user name. */
function ModifyPwdForm({ form, captcha, state, userName }: ModifyPwdFormProps) {
  const t = useAccountTexts()
  const askCaptcha = captcha.needed && !state.own
  return (
    <AttemptForm
      id="modify-pwd"
      form={form}
      requiredSymbol
      rejected={state.rejected}
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
