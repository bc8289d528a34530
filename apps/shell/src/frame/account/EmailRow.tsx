import { sendEmailVerification, type User } from '@atrium/contract'
import { send, useTexts } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import { StatusTag } from '@atrium/ui-kit/list'
import { useState } from 'react'

/** The user's e-mail address, whether it is verified, and if not the means to verify it. */
export function EmailRow({ email, emailValid }: Pick<User, 'email' | 'emailValid'>) {
  const t = useTexts('account')
  const [sending, setSending] = useState(false)
  if (!email) return t('none')
  if (emailValid !== 1) {
    return (
      <span className="personal-email">
        {email} <StatusTag tone="good">{t('verified')}</StatusTag>
      </span>
    )
  }
  const verify = async () => {
    setSending(true)
    // A refusal has been shown by then.
    await send(sendEmailVerification, { id: '' }, { overlay: false }).then(
      () => Message.success(t('verifySent', { email })),
      () => undefined,
    )
    setSending(false)
  }
  return (
    <span className="personal-email">
      {email} <StatusTag tone="warning">{t('unverified')}</StatusTag>
      <Button type="text" size="mini" loading={sending} onClick={verify}>
        {t('verify')}
      </Button>
    </span>
  )
}
