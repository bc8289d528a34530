import { useGo, useLocation, useSearchParams } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { confirmDialog, StepList, useLeaveGuard } from '@atrium/ui-kit/overlay'
import { SignInFrame } from '../frame/SignInFrame.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { CodeStep } from './CodeStep.tsx'
import { NameStep } from './NameStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RemindPage } from './RemindPage.tsx'
import { steps, useForgot } from './use-reset.ts'
import './forgot.css'

/** Recovers access to an account: resets the password, or reminds users of their user name. */
export default function ForgotPage() {
  const [query] = useSearchParams()
  return query.get('step') === 'remind' ? <RemindPage /> : <ResetPage />
}

const screens = { name: NameStep, code: CodeStep, password: PasswordStep } as const

/** Resets a forgotten password in the steps user name, code and new password. */
function ResetPage() {
  const t = useAccountTexts()
  const go = useGo()
  const forgot = useForgot()
  const { step, draft } = forgot
  const Screen = screens[step]
  const names = [...steps, 'signIn' as const].map((name) => t(`forgot.step.${name}`))
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
      <StepList label={t('forgot.steps')} steps={names} present={steps.indexOf(step)} />
      <Screen forgot={forgot} />
      <Button type="text" long className="si-back" onClick={leave}>
        {t('backToSignIn')}
      </Button>
      <LeaveForgot key={step} dirty={dirty} ask={ask} />
    </SignInFrame>
  )
}

interface LeaveForgotProps {
  /** Whether the form has unsaved input. */
  readonly dirty: boolean
  readonly ask: () => Promise<boolean>
}

/** Asks before input is lost. Moving between the steps loses nothing. Each step needs a new element. */
function LeaveForgot({ dirty, ask }: LeaveForgotProps): null {
  const { pathname, search } = useLocation()
  const here = `#${pathname}${search}`
  const toOtherStep = (): boolean => location.hash !== here && location.hash.startsWith(`#${pathname}`)
  useLeaveGuard(true, { isDirty: () => dirty && !toOtherStep(), ask })
  return null
}
