import type { Code } from '@atrium/contract'
import { endSession, lastSignIn, renewSession, useContractText, useGo, useTexts } from '@atrium/shared-api'
import { Dialog } from '@atrium/ui-kit/overlay'
import { PasswordForm, SmsForm } from '@atrium/ui-kit/sign-in'
import { Suspense, useState } from 'react'
import './texts/index.ts'
import './relogin.css'

const forms = { password: PasswordForm, phone: SmsForm } as const

/**
 * Has the user sign in again in place, the way they did before. It cannot be closed: the calls that met the end of the
 * session wait behind it, and go on after it.
 * @param props.reason the code that said that the session is no longer good
 */
export default function ReloginDialog({ reason }: { readonly reason: Code }) {
  const t = useTexts('relogin')
  const say = useContractText()
  const go = useGo()
  // As it was when the dialog opened, whatever other tabs store meanwhile.
  const [{ type, account }] = useState(() => ({
    type: lastSignIn.type() ?? 'password',
    account: lastSignIn.name(),
  }))
  const Form = forms[type]
  const leave = () => {
    endSession()
    go('signInIndex')
  }
  const changePassword = (userName: string) => {
    endSession()
    go('modifyPwd', { state: { userName } })
  }
  return (
    <Dialog open title={t('title')} width={440} footer={null}>
      <div className="relogin">
        <p className="relogin-reason">{say(`code.${reason}`)}</p>
        <h2 className="relogin-way">{t(type)}</h2>
        <Suspense fallback={<div className="relogin-waiting" />}>
          <Form
            id="relogin"
            account={account}
            onSignedIn={({ token }) => renewSession(token)}
            onMustChange={changePassword}
          />
        </Suspense>
        <button type="button" className="relogin-leave" onClick={leave}>
          {t('switchAccount')}
        </button>
      </div>
    </Dialog>
  )
}
