import { sendEmailVerification, type User } from '@atrium/contract'
import { send, useTexts } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import { StatusTag } from '@atrium/ui-kit/list'
import { useState } from 'react'

/** Whether the user's e-mail address is verified, and if not the means to verify it. */
export function EmailStatus({ email, emailValid }: Pick<User, 'email' | 'emailValid'>) {
  const t = useTexts('account')
  const [sending, setSending] = useState(false)
  if (!email) return null
  if (emailValid !== 1) return <StatusTag tone="good">{t('verified')}</StatusTag>
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
    <>
      <StatusTag tone="warning">{t('unverified')}</StatusTag>
      <Button type="text" size="mini" loading={sending} onClick={verify}>
        {t('verify')}
      </Button>
    </>
  )
}
