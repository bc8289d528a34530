import type { SignInAnswer } from '@atrium/contract'
import { profile, takeSsoFailure, useGo, useLanguage, useTexts } from '@atrium/shared-api'
import { PasswordForm, Refused, useRefusal } from '@atrium/ui-kit/sign-in'
import { lazy, Suspense, useState } from 'react'
import { RouteLink, SignInFrame } from '../frame/index.ts'
import { ClosedSignUp } from './ClosedSignUp.tsx'
import { enterSuite, enterToChangePassword } from './enter.ts'
import { OtherWays } from './OtherWays.tsx'
import { SignInTabs } from './SignInTabs.tsx'
import { SmsPanel } from './SmsPanel.tsx'

const ExpiryDialog = lazy(() => import('../expiry/ExpiryDialog.tsx'))

/** The sign-in page. */
export function SignInPage() {
  const t = useTexts('sign-in')
  const go = useGo()
  const language = useLanguage()
  const [ssoRefused] = useRefusal(takeSsoFailure)
  /** The answer that waits for the user's word on their expiring password. */
  const [expiring, setExpiring] = useState<SignInAnswer>()
  const form = {
    onSignedIn: (answer: SignInAnswer) => (answer.isOverdue ? setExpiring(answer) : enterSuite(answer.token)),
    onMustChange: (userName: string) => go('modifyPwd', { state: { userName } }),
  }
  const password = (
    <PasswordForm id="sign-in" {...form}>
      <p className="si-forgot">
        <RouteLink name="getBackPwd">{t('signIn.forgot')}</RouteLink>
      </p>
    </PasswordForm>
  )
  return (
    <SignInFrame
      title={t('signIn.title')}
      line={t('signIn.greeting', { system: profile().systemName[language] })}
    >
      {ssoRefused && <Refused message={ssoRefused} />}
      <SignInTabs panels={{ password, sms: <SmsPanel id="sms-sign-in" {...form} /> }} />
      <OtherWays />
      <ClosedSignUp />
      {expiring && (
        <Suspense>
          <ExpiryDialog
            days={expiring.nearExpiredDay}
            onChangeNow={() => enterToChangePassword(expiring.token)}
            onLater={() => enterSuite(expiring.token)}
          />
        </Suspense>
      )}
    </SignInFrame>
  )
}
