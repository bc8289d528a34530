import { ContactForm, type ContactKind, ContactProofForm, type ContactState } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { RadioChoice } from '@atrium/ui-kit/overlay'
import { CodeField, PasswordInput, PhoneInput } from '@atrium/ui-kit/sign-in'
import { Suspense, useEffect } from 'react'
import { type Change, codeSubject, proofSubject, type Way } from './use-contact-change.ts'
import type { ContactSubject } from './use-contacts.ts'

const ContactField = fieldOf({ request: ContactForm.email })
const ProofField = fieldOf({ request: ContactProofForm.password })

/**
 * Focuses the first field of a step once the step is drawn. The dialog itself would focus its very first field, which
 * is hidden in later steps.
 */
function FocusOn({ selector }: { readonly selector: string }): null {
  useEffect(() => {
    const timer = setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus())
    return () => clearTimeout(timer)
  }, [selector])
  return null
}

interface StepProps {
  readonly kind: ContactKind
  /** Whether another step is shown. A hidden step keeps its input. */
  readonly hidden: boolean
}

export function ContactStep({ kind, hidden }: StepProps) {
  const t = useTexts('account')
  return (
    <div className="contact-new" hidden={hidden}>
      <ContactField name="contact" label={t(`contact.new.${kind}`)} extra={t('contact.newHint')}>
        {kind === 'email' ? <Input maxLength={254} inputMode="email" autoComplete="email" /> : <PhoneInput />}
      </ContactField>
      {!hidden && <FocusOn selector=".contact-new input" />}
    </div>
  )
}

interface ChangeStepProps extends StepProps {
  readonly change: Change
}

/** Asks the user to prove their identity, with the password or a code sent to the current contact. */
export function ProofStep({
  kind,
  hidden,
  state,
  change,
}: ChangeStepProps & { readonly state: ContactState }) {
  const t = useTexts('account')
  const { way, sending, sendProof } = change
  const to = state.codeTo[kind]
  const ways: readonly Way[] = [
    ...(state.hasPassword ? (['password'] as const) : []),
    ...(to === '' ? [] : (['code'] as const)),
  ]
  const choices = ways.map((value) => ({ value, label: t(`contact.way.${value}`, { to }) }))
  return (
    <div className="contact-proof" hidden={hidden}>
      <p className="contact-note">{t('contact.proofNote')}</p>
      <ProofField name="way" label={t('contact.wayOf')} hidden={ways.length < 2}>
        <RadioChoice choices={choices} />
      </ProofField>
      {!hidden && <FocusOn selector='.contact-proof input:not([type="radio"])' />}
      {way === 'password' ? (
        <ProofField name="password">
          <PasswordInput size="default" autoComplete="current-password" />
        </ProofField>
      ) : (
        <>
          <p className="contact-note">{t('contact.proofTo', { to })}</p>
          <Suspense>
            <CodeField
              label={t('contact.code')}
              size="default"
              purpose="contact-proof"
              subject={proofSubject(kind)}
              sending={sending}
              onSend={sendProof}
            />
          </Suspense>
        </>
      )}
    </div>
  )
}

/** Asks for the code that was sent to the new contact. */
export function CodeStep({ kind, hidden, change }: ChangeStepProps) {
  const t = useTexts('account')
  const { contact, sending, sendAgain } = change
  return (
    <div className="contact-code" hidden={hidden}>
      <p className="contact-note">{t('contact.codeTo', { contact })}</p>
      <Suspense>
        <CodeField
          label={t('contact.code')}
          size="default"
          purpose="contact"
          subject={codeSubject(kind, contact)}
          sending={sending}
          onSend={sendAgain}
        />
        {!hidden && <FocusOn selector=".contact-code input" />}
      </Suspense>
    </div>
  )
}

interface DoneStepProps {
  readonly subject: ContactSubject
  readonly contact: string
}

export function DoneStep({ subject: { kind, present }, contact }: DoneStepProps) {
  const t = useTexts('account')
  const done = contact === present ? 'contact.verified' : (`contact.done.${kind}` as const)
  return (
    <div role="status">
      <p className="contact-done">{t(done, { contact })}</p>
      <p className="contact-note">{t('contact.sessions')}</p>
      <FocusOn selector=".contact-close" />
    </div>
  )
}
