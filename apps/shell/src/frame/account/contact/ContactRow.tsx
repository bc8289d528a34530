import type { ContactKind } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { StatusTag } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import type { Contacts } from './useContacts.ts'

interface Props {
  readonly kind: ContactKind
  readonly contact: string
  /** Undefined where another identity source keeps the contact. */
  readonly contacts: Contacts | undefined
  /** What is known of it. */
  readonly children?: ReactNode
}

/** One of the user's contacts, the means to change it and, below, the change that waits for its code. */
export function ContactRow({ kind, contact, contacts, children }: Props) {
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
