import { type SignInAnswer, ssoStart } from '@atrium/contract'
import {
  isSignedIn,
  profile,
  returnAddress,
  startSession,
  takeSsoFailure,
  useGo,
  useLanguage,
  useTexts,
} from '@atrium/shared-api'
import { PasswordForm, Refused, type SignInFormProps, SmsForm, useRefusal } from '@atrium/ui-kit/sign-in'
import { lazy, Suspense, useState } from 'react'
import { Help, RouteLink, SignInFrame } from '../frame/SignInFrame.tsx'
import { useLinkAccount } from '../link-account.ts'
import { SignInTabs } from './SignInTabs.tsx'
import './other-ways.css'

const ExpiryDialog = lazy(() => import('./ExpiryDialog.tsx'))

const AccountGate = lazy(() => import('../visitor/AccountGate.tsx'))

/** The sign-in page. A link that was sent to an account first asks a user who is signed in. */
export function SignInPage() {
  const account = useLinkAccount()
  const [hadSession] = useState(isSignedIn)
  if (account === '' || !hadSession) return <SignInForms account={account} />
  return (
    <Suspense>
      <AccountGate account={account}>
        <SignInForms account={account} />
      </AccountGate>
    </Suspense>
  )
}

interface SignInFormsProps {
  /** The user name that the link was sent to; '' where there is none. */
  readonly account: string
}

function SignInForms({ account }: SignInFormsProps) {
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
    <PasswordForm id="sign-in" proposed={account} {...form}>
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
      <SignInTabs
        first={account === '' ? undefined : 'password'}
        panels={{ password, sms: <SmsPanel id="sms-sign-in" {...form} /> }}
      />
      <OtherWays />
      <Help contacts={t('signIn.closed')} noContacts={t('signIn.closedNoContacts')} />
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

/** The form of signing in by SMS, fetched when it is shown first. */
function SmsPanel(form: SignInFormProps) {
  return (
    <Suspense fallback={<div className="sms-waiting" />}>
      <SmsForm {...form} />
    </Suspense>
  )
}

/** The ways in beside the forms, as far as the deployment has them: single sign-on, and the CTMS' own sign-in. */
function OtherWays() {
  const t = useTexts('sign-in')
  const { apiPrefix, sso, ctms } = profile()
  const toCtms = ctms.signInLinkEnabled && ctms.signInLink !== ''
  if (!sso.issuer && !toCtms) return null
  return (
    <div className="other-ways">
      <span className="other-ways-or">{t('signIn.or')}</span>
      {/* The browser itself goes there: the answer leads on to the identity provider. */}
      {sso.issuer && (
        <a className="other-way" href={`${apiPrefix}${ssoStart.path}`}>
          {t('signIn.sso')}
        </a>
      )}
      {toCtms && (
        <a className="other-way" href={ctms.signInLink}>
          {t('signIn.ctms')}
        </a>
      )}
    </div>
  )
}

/** A landing link into the suite itself, as a path of its route table; '' for an address elsewhere. */
const pathIn = (link: string): string => (link.startsWith('/#') ? link.slice(2) : '')

/**
 * Starts the session; the host then leads to where the user wanted to go, else to the deployment's own landing
 * link, else to the landing page.
 * @param token the new session's key
 */
function enterSuite(token: string): void {
  const { landingLink } = profile()
  const path = pathIn(landingLink)
  returnAddress.propose(path)
  startSession(token)
  if (landingLink && !path) window.location.assign(landingLink)
}

/** Starts the session with the page on which the user changes their password. */
function enterToChangePassword(token: string): void {
  returnAddress.keep('/signIn/modifyPwd')
  startSession(token)
}
