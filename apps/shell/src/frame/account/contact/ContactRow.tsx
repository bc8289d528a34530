import { type ContactKind, sendEmailVerification, type User } from '@atrium/contract'
import { send, useTexts } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import { StatusTag } from '@atrium/ui-kit/list'
import { confirmOperation } from '@atrium/ui-kit/overlay'
import { type ReactNode, useState } from 'react'
import type { Contacts } from './use-contacts.ts'

interface ContactRowProps {
  readonly kind: ContactKind
  readonly contact: string
  /** Undefined if an external identity source owns the contact. */
  readonly contacts: Contacts | undefined
  /** State of the contact. */
  readonly children?: ReactNode
}

/** Shows a contact of the user with a change button. A pending change appears below. */
export function ContactRow({ kind, contact, contacts, children }: ContactRowProps) {
  const t = useTexts('account')
  const action = contact ? 'change' : 'add'
  const waiting = contacts?.state?.pending.find((change) => change.kind === kind)
  return (
    <>
      <div className="personal-contact">
        <span>{contact || t('none')}</span>
        {children}
        {contacts?.state && !waiting && (
          <Button
            type="text"
            size="mini"
            aria-label={t(`contact.${action}.${kind}`)}
            onClick={() => contacts.begin(kind)}
          >
            {t(`contact.${action}.short`)}
          </Button>
        )}
      </div>
      {waiting && (
        <div className="personal-contact">
          <span>{waiting.contact}</span>
          <StatusTag tone="warning">{t('contact.waiting')}</StatusTag>
          <Button type="text" size="mini" onClick={() => contacts?.goOn(waiting)}>
            {t('contact.goOn')}
          </Button>
          <Button type="text" size="mini" onClick={() => void contacts?.withdraw(waiting)}>
            {t('contact.withdraw')}
          </Button>
        </div>
      )}
    </>
  )
}

interface PhoneStatusProps extends Pick<User, 'phone' | 'phoneValid'> {
  /** Undefined if an external identity source owns the number. */
  readonly contacts: Contacts | undefined
}

/** Shows whether the user's phone number is verified, or a button to verify it. */
export function PhoneStatus({ phone, phoneValid, contacts }: PhoneStatusProps) {
  const t = useTexts('account')
  if (!phone) return null
  if (phoneValid !== 1) return <StatusTag tone="good">{t('verified')}</StatusTag>
  return (
    <>
      <StatusTag tone="warning">{t('unverified')}</StatusTag>
      {contacts?.state && (
        <Button type="text" size="mini" onClick={() => contacts.verify('phone', phone)}>
          {t('contact.verify')}
        </Button>
      )}
    </>
  )
}

/** Shows whether the user's e-mail address is verified, or a button to verify it. */
export function EmailStatus({ email, emailValid }: Pick<User, 'email' | 'emailValid'>) {
  const t = useTexts('account')
  const [sending, setSending] = useState(false)
  if (!email) return null
  if (emailValid !== 1) return <StatusTag tone="good">{t('verified')}</StatusTag>
  const verify = async () => {
    const question = t('verifyQuestion', { email })
    if (!(await confirmOperation({ title: t('verify'), content: question, ok: t('verifyOk') }))) return
    setSending(true)
    // The error message is already shown.
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
