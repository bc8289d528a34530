import { useGo } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { confirmDialog } from '@atrium/ui-kit/overlay'
import { SignInFrame } from '../frame/index.ts'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { LeaveForgot } from './LeaveForgot.tsx'
import { Steps } from './Steps.tsx'
import { CodeStep } from './steps/CodeStep.tsx'
import { NameStep } from './steps/NameStep.tsx'
import { PasswordStep } from './steps/PasswordStep.tsx'
import { useForgot } from './useForgot.ts'

const screens = { name: NameStep, code: CodeStep, password: PasswordStep } as const

/** Sets a forgotten password anew: user name, code, new password. */
export function ResetPage() {
  const t = useAccountTexts()
  const go = useGo()
  const forgot = useForgot()
  const { step, draft } = forgot
  const Screen = screens[step]
  const dirty = [draft.authCode, draft.password, draft.rePassword].some((text) => text !== '')
  const ask = (): Promise<boolean> =>
    confirmDialog({
      title: t('forgot.leaveTitle'),
      content: t('forgot.leaveQuestion'),
      ok: t('forgot.leave'),
      cancel: t('forgot.stay'),
    })
  const leave = async (): Promise<void> => {
    if (!dirty || (await ask())) go('signInIndex')
  }
  return (
    <SignInFrame title={t('forgot.title')} line={t('forgot.line')}>
      <Steps present={step} />
      <Screen forgot={forgot} />
      <Button type="text" long className="si-back" onClick={leave}>
        {t('backToSignIn')}
      </Button>
      <LeaveForgot key={step} dirty={dirty} ask={ask} />
    </SignInFrame>
  )
}
