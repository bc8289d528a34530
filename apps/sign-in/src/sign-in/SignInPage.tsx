import { type SignInResponse, ssoStart } from '@atrium/contract'
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
import { PasswordForm, Rejected, type SignInFormProps, SmsForm, useRejection } from '@atrium/ui-kit/sign-in'
import { lazy, Suspense, useState } from 'react'
import { Help, RouteLink, SignInFrame } from '../frame/SignInFrame.tsx'
import { useLinkAccount, useProposedName } from '../link-account.ts'
import { SignInTabs } from './SignInTabs.tsx'
import './other-ways.css'

const ExpiryDialog = lazy(() => import('./ExpiryDialog.tsx'))

const AccountGate = lazy(() => import('../visitor/AccountGate.tsx'))

/** Sign-in page. If a link is for a specific account, a signed-in user is asked first. */
export function SignInPage() {
  const account = useLinkAccount()
  const proposed = useProposedName()
  const [hadSession] = useState(isSignedIn)
  if (account === '' || !hadSession) return <SignInForms account={account || proposed} />
  return (
    <Suspense>
      <AccountGate account={account}>
        <SignInForms account={account} />
      </AccountGate>
    </Suspense>
  )
}

interface SignInFormsProps {
  /** User name in the address, or ''. */
  readonly account: string
}

function SignInForms({ account }: SignInFormsProps) {
  const t = useTexts('sign-in')
  const go = useGo()
  const language = useLanguage()
  const [ssoRejected] = useRejection(takeSsoFailure)
  /** Sign-in response kept until the user has decided about the expiring password. */
  const [expiring, setExpiring] = useState<SignInResponse>()
  const form = {
    onSignedIn: (response: SignInResponse) =>
      response.isOverdue ? setExpiring(response) : enterSuite(response.token),
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
      {ssoRejected && <Rejected message={ssoRejected} />}
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

/** SMS sign-in form, fetched when it is first shown. */
function SmsPanel(form: SignInFormProps) {
  return (
    <Suspense fallback={<div className="sms-waiting" />}>
      <SmsForm {...form} />
    </Suspense>
  )
}

/** Offers the deployment's other ways to sign in: single sign-on and the CTMS's own sign-in. */
function OtherWays() {
  const t = useTexts('sign-in')
  const { apiPrefix, sso, ctms } = profile()
  const toCtms = ctms.signInLinkEnabled && ctms.signInLink !== ''
  if (!sso.issuer && !toCtms) return null
  return (
    <div className="other-ways">
      <span className="other-ways-or">{t('signIn.or')}</span>
      {/* A real navigation, because the response redirects to the identity provider. */}
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

/** Returns the route if a landing link leads into the suite, '' for other addresses. */
const pathIn = (link: string): string => (link.startsWith('/#') ? link.slice(2) : '')

/**
 * Starts the session. The host then opens the requested page, or else the deployment's landing link, or else the
 * landing page.
 * @param token the new session's key
 */
function enterSuite(token: string): void {
  const { landingLink } = profile()
  const path = pathIn(landingLink)
  returnAddress.propose(path)
  startSession(token)
  if (landingLink && !path) window.location.assign(landingLink)
}

/** Starts the session on the password change page. */
function enterToChangePassword(token: string): void {
  returnAddress.keep('/signIn/modifyPwd')
  startSession(token)
}
