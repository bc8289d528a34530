import { useGo, useLocation } from '@atrium/shared-api'
import { Button, Form } from '@atrium/ui-kit'
import { useCaptcha } from '@atrium/ui-kit/sign-in'
import { SignInFrame } from '../frame/index.ts'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { ModifyPwdForm } from './ModifyPwdForm.tsx'
import { useModifyPwd } from './useModifyPwd.ts'

/**
 * The user name that the sign-in page carried over: '' of somebody who came by phone, undefined of somebody who came
 * by themselves.
 */
const userNameIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'userName' in state ? String(state.userName) : undefined

/** Changes a password: a signed-in user's own, or one that must be changed before signing in. */
export default function ModifyPwdPage() {
  const t = useAccountTexts()
  const go = useGo()
  const [form] = Form.useForm()
  const userName = userNameIn(useLocation().state)
  const captcha = useCaptcha()
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
