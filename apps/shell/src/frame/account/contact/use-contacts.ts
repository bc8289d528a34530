import {
  type ContactChange,
  type ContactKind,
  type ContactState,
  contactState,
  userCenterInfo,
  withdrawContact,
} from '@atrium/contract'
import { send, useTexts } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh, useCall } from '@atrium/ui-kit/list'
import { confirmDialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'

/** What a dialog of changing a contact is about. */
export interface ContactSubject {
  readonly kind: ContactKind
  /** The new contact to which a code is on its way; undefined for a change that begins. */
  readonly pending: string | undefined
  /** The present contact, where it is to be verified and not changed. */
  readonly present: string | undefined
}

export interface Contacts {
  /** What changes can begin with, and which wait; undefined until the server has said. */
  readonly state: ContactState | undefined
  readonly open: boolean
  /** How many times the dialog was opened; each opening starts anew. */
  readonly opening: number
  readonly subject: ContactSubject | undefined
  readonly begin: (kind: ContactKind) => void
  readonly verify: (kind: ContactKind, present: string) => void
  readonly goOn: (change: ContactChange) => void
  readonly withdraw: (change: ContactChange) => Promise<void>
  readonly close: () => void
}

/** Has what the page shows of the user's contacts asked for again. */
export const refreshContacts = () => refresh(contactState, userCenterInfo)

/** The user's changes of their own contacts: those that wait, and the dialog in which one is made. */
export function useContacts(): Contacts {
  const t = useTexts('account')
  const { data } = useCall<typeof contactState>(contactState, {}, { keepPrevious: true })
  const [dialog, setDialog] = useState<Pick<Contacts, 'open' | 'opening' | 'subject'>>({
    open: false,
    opening: 0,
    subject: undefined,
  })
  const show = (subject: ContactSubject) =>
    setDialog(({ opening }) => ({ open: true, opening: opening + 1, subject }))
  return {
    state: data,
    ...dialog,
    begin: (kind) => show({ kind, pending: undefined, present: undefined }),
    verify: (kind, present) => show({ kind, pending: undefined, present }),
    goOn: ({ kind, contact }) => show({ kind, pending: contact, present: undefined }),
    withdraw: async ({ kind, contact }) => {
      const agreed = await confirmDialog({
        title: t('contact.withdrawTitle'),
        content: t('contact.withdrawQuestion', { contact }),
        ok: t('contact.withdraw'),
      })
      if (!agreed) return
      // A refusal has been shown by then; the change is gone either way.
      await send(withdrawContact, { kind }).then(
        () => Message.success(t('contact.withdrawn')),
        () => undefined,
      )
      await refreshContacts()
    },
    close: () => {
      setDialog((before) => ({ ...before, open: false }))
      void refreshContacts()
    },
  }
}
