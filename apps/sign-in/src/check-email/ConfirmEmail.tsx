import { type findEmailVerification, type ResponseOf, verifyEmail } from '@atrium/contract'
import { Rejection, send } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { useState } from 'react'
import { SignInFrame } from '../frame/SignInFrame.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'

interface ConfirmEmailProps {
  readonly verification: ResponseOf<typeof findEmailVerification> & { readonly key: string }
  readonly onDone: () => void
  /** Called when the server rejects the link because its state has changed. */
  readonly onRejected: () => Promise<unknown>
}

/** Asks for confirmation before verifying an address. */
export function ConfirmEmail({
  verification: { key, userName, email },
  onDone,
  onRejected,
}: ConfirmEmailProps) {
  const t = useAccountTexts()
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await send(verifyEmail, { key }, { overlay: false, quiet: true }).then(onDone, (error: unknown) =>
      // If the connection failed, the call itself shows a message and the button stays.
      error instanceof Rejection ? onRejected() : undefined,
    )
    setBusy(false)
  }
  return (
    <SignInFrame title={t('checkEmail.title')} line={t('checkEmail.line', { userName, email })}>
      <div className="outcome-actions">
        <Button type="primary" size="large" long loading={busy} onClick={confirm}>
          {t('checkEmail.confirm')}
        </Button>
      </div>
      <p className="si-note">{t('checkEmail.notYours')}</p>
    </SignInFrame>
  )
}
