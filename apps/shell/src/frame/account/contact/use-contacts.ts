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

/** The subject of a contact dialog. */
export interface ContactSubject {
  readonly kind: ContactKind
  /** The new contact that is waiting for its code, undefined for a new change. */
  readonly pending: string | undefined
  /** The current contact if it is only to be verified, undefined if it is to be changed. */
  readonly present: string | undefined
}

export interface Contacts {
  /** Possible proofs and pending changes, undefined until the response arrives. */
  readonly state: ContactState | undefined
  readonly open: boolean
  /** Number of times the dialog was opened. Each opening resets the dialog. */
  readonly opening: number
  readonly subject: ContactSubject | undefined
  readonly begin: (kind: ContactKind) => void
  readonly verify: (kind: ContactKind, present: string) => void
  readonly goOn: (change: ContactChange) => void
  readonly withdraw: (change: ContactChange) => Promise<void>
  readonly close: () => void
}

/** Refetches the user's contacts on the page. */
export const refreshContacts = () => refresh(contactState, userCenterInfo)

/** Returns the user's pending contact changes and the state of the contact dialog. */
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
      // The error message is already shown. The pending change is gone in either case.
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
