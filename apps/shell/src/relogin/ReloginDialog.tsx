import { codes, ssoStart } from '@atrium/contract'
import {
  endSession,
  type LoginType,
  lastSignIn,
  openSsoWindow,
  profile,
  renewSession,
  useContractText,
  useGo,
  useTexts,
} from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { Dialog } from '@atrium/ui-kit/overlay'
import { PasswordForm, SmsForm } from '@atrium/ui-kit/sign-in'
import { Suspense, useState } from 'react'
import './texts/index.ts'
import './relogin.css'

interface Last {
  readonly type: LoginType
  readonly account: string
}

/** Returns the user's last sign-in method, or the password if single sign-on has been switched off since. */
function howSignedIn(): Last {
  const type = lastSignIn.type() ?? 'password'
  return { type: type === 'sso' && !profile().sso.issuer ? 'password' : type, account: lastSignIn.name() }
}

/** Opens the identity provider in a new window, so that this page keeps its input. */
function SsoAgain() {
  const t = useTexts('relogin')
  const open = (): void => openSsoWindow(`${profile().apiPrefix}${ssoStart.path}`)
  return (
    <>
      <p className="relogin-hint">{t('ssoHint')}</p>
      <Button type="primary" size="large" long onClick={open}>
        {t('ssoOpen')}
      </Button>
    </>
  )
}

const forms = { password: PasswordForm, phone: SmsForm } as const

/**
 * Asks the user to sign in again in place, with the same method as before. The dialog cannot be closed: calls that
 * failed because the session ended wait for it and are then repeated. The text for an ended session comes from the
 * specification.
 */
export default function ReloginDialog() {
  const t = useTexts('relogin')
  const say = useContractText()
  const go = useGo()
  // Values from when the dialog opened. Other tabs may store other values since.
  const [{ type, account }] = useState(howSignedIn)
  const leave = () => {
    endSession()
    go('signInIndex')
  }
  const changePassword = (userName: string) => {
    endSession()
    go('modifyPwd', { state: { userName } })
  }
  const Form = type === 'sso' ? undefined : forms[type]
  return (
    <Dialog open title={t('title')} width={440} footer={null}>
      <div className="relogin">
        <p className="relogin-reason">{say(`code.${codes.sessionExpired}`)}</p>
        <h2 className="relogin-way">{t(type)}</h2>
        <Suspense fallback={<div className="relogin-waiting" />}>
          {Form ? (
            <Form
              id="relogin"
              account={account || undefined}
              onSignedIn={({ token }) => renewSession(token)}
              onMustChange={changePassword}
            />
          ) : (
            <SsoAgain />
          )}
        </Suspense>
        <button type="button" className="relogin-leave" onClick={leave}>
          {t('switchAccount')}
        </button>
      </div>
    </Dialog>
  )
}
