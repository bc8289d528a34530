import {
  type ContactKind,
  changeContact,
  codes,
  confirmContact,
  sendContactCode,
  sendContactProof,
} from '@atrium/contract'
import { encryptPasswords, presentUser, type Rejection, send } from '@atrium/shared-api'
import { Form } from '@atrium/ui-kit'
import { asText, codesSent, useAttempt, useRejection } from '@atrium/ui-kit/sign-in'
import { useState } from 'react'
import { type ContactSubject, refreshContacts } from './use-contacts.ts'

/** Steps of a change, in order. */
export const steps = ['contact', 'proof', 'code', 'done'] as const
type Step = (typeof steps)[number]

/** Way in which a user proves their identity. */
export type Way = 'password' | 'code'

type Values = Readonly<Record<string, unknown>>

const options = { overlay: false, quiet: true }

/** Key of this tab's resend countdown. Each kind of proof and each new contact has its own. */
export const proofSubject = (kind: ContactKind): string => kind
export const codeSubject = (kind: ContactKind, contact: string): string => `${kind} ${contact}`

/** Encrypts the password so that it can only be used for this change. */
const encryptedForChange = async (password: string): Promise<string> => {
  const { userName: name } = await presentUser()
  const [encrypted] = await encryptPasswords({ password, purpose: 'contact-change', name })
  return encrypted
}

/** Returns the field for a rejection that does not name one. */
const rejectedFieldOf = ({ code }: Rejection, step: Step): string | undefined => {
  if (code === codes.badCredentials) return 'password'
  if (code === codes.badCode) return step === 'proof' ? 'proof' : 'code'
  return undefined
}

/**
 * Changes a contact step by step. All fields are in one form, so that going back or an error loses no input.
 * @param first the initially selected proof
 */
export function useContactChange({ kind, pending, present }: ContactSubject, first: Way) {
  const [form] = Form.useForm()
  const known = pending ?? present ?? ''
  const [step, setStep] = useState<Step>(() => {
    if (pending !== undefined) return 'code'
    return present === undefined ? 'contact' : 'proof'
  })
  const way: Way = Form.useWatch('way', form) ?? first
  const [contact, setContact] = useState(known)
  const [refused, setRejected] = useRejection()

  const goTo = (next: Step): void => {
    setRejected('')
    setStep(next)
  }
  const complainAt = (field: string, message: string): void => {
    form.setFields({ [field]: { value: form.getFieldValue(field), error: { message } } })
  }
  const onRejection = (rejection: Rejection): boolean => {
    const field = rejectedFieldOf(rejection, step)
    const [error] = rejection.errors.filter((one) => one.field === 'contact')
    const taken = step === 'code' && rejection.code === codes.conflict
    if (field) complainAt(field, rejection.message)
    else if (error || taken) {
      setStep('contact')
      complainAt('contact', error?.message ?? rejection.message)
      void refreshContacts()
    }
    return field !== undefined || error !== undefined || taken
  }
  const [busy, run] = useAttempt(form, { setRejected, onRejection: onRejection })
  const [sending, runSending] = useAttempt(form, { setRejected, onRejection: onRejection })

  const change = async (values: Values): Promise<void> => {
    const proof =
      way === 'password'
        ? { password: await encryptedForChange(asText(values.password)) }
        : { code: asText(values.proof).trim() }
    await send(changeContact, { kind, contact, ...proof }, options)
    codesSent.note('contact', codeSubject(kind, contact))
    form.clearFields(['proof', 'code'])
    goTo('code')
    void refreshContacts()
  }
  const confirm = async (values: Values): Promise<void> => {
    await send(confirmContact, { kind, code: asText(values.code).trim() }, options)
    goTo('done')
    void refreshContacts()
  }
  /** Runs the action of the form's button at each step. */
  const submit = (values: Values): void => {
    if (step === 'contact') {
      setContact(asText(values.contact).trim())
      goTo('proof')
    } else void run(() => (step === 'proof' ? change(values) : confirm(values)))
  }
  const sendProof = (sent: () => void): void =>
    void runSending(async () => {
      await send(sendContactProof, { kind }, options)
      sent()
    })
  const sendAgain = (sent: () => void): void =>
    void runSending(async () => {
      await send(sendContactCode, { kind }, options)
      sent()
    })
  return {
    form,
    step,
    way,
    contact,
    refused,
    busy,
    sending,
    submit,
    sendProof,
    sendAgain,
    /** Goes back one step, undefined at steps without a way back. */
    back: step === 'proof' || step === 'code' ? () => goTo('contact') : undefined,
    /** Whether closing the dialog would lose input. */
    isDirty: (): boolean => {
      const values: Values = form.getFieldsValue()
      return (step === 'contact' || step === 'proof') && Boolean(values.contact) && values.contact !== known
    },
  }
}

export type Change = ReturnType<typeof useContactChange>
