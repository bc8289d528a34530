import { type AnswerOf, type findEmailVerification, verifyEmail } from '@atrium/contract'
import { Refusal, send } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { useState } from 'react'
import { SignInFrame } from '../frame/SignInFrame.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'

interface ConfirmEmailProps {
  readonly verification: AnswerOf<typeof findEmailVerification> & { readonly key: string }
  readonly onDone: () => void
  /** The link is no longer what this page says. */
  readonly onRefused: () => Promise<unknown>
}

/** The question before an address is verified, and the button that verifies it. */
export function ConfirmEmail({
  verification: { key, userName, email },
  onDone,
  onRefused,
}: ConfirmEmailProps) {
  const t = useAccountTexts()
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await send(verifyEmail, { key }, { overlay: false, quiet: true }).then(onDone, (error: unknown) =>
      // A failed connection is shown by the call itself, and the button stays.
      error instanceof Refusal ? onRefused() : undefined,
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
