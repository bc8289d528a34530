import { ContactForm, ContactProofForm, type ContactState, confirmContact } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { Button, SchemaForm } from '@atrium/ui-kit'
import { confirmDialog, Dialog, StepList, useLeaveGuard } from '@atrium/ui-kit/overlay'
import { codeForm } from '@atrium/ui-kit/sign-in'
import { CodeStep, ContactStep, DoneStep, ProofStep } from './ContactSteps.tsx'
import { codeSubject, proofSubject, steps, useContactChange } from './use-contact-change.ts'
import type { ContactSubject, Contacts } from './use-contacts.ts'
import './contact.css'

const id = 'own-contact'

/**
 * Changes the user's e-mail address or phone number in steps: the new contact, a proof of identity, and the code sent
 * to the contact.
 */
export function ContactDialog({ contacts }: { readonly contacts: Contacts }) {
  const { state, subject, opening } = contacts
  if (!state || !subject) return null
  return <OpenedDialog key={opening} contacts={contacts} state={state} subject={subject} />
}

interface Props {
  readonly contacts: Contacts
  readonly state: ContactState
  readonly subject: ContactSubject
}

function OpenedDialog({ contacts, state, subject }: Props) {
  const t = useTexts('account')
  const { kind, pending, present } = subject
  const first = state.hasPassword ? 'password' : 'code'
  const change = useContactChange(subject, first)
  const { form, step, way, back, busy } = change
  const ask = () =>
    confirmDialog({
      title: t('contact.leaveTitle'),
      content: t('contact.leaveQuestion'),
      ok: t('contact.leave'),
      cancel: t('contact.stay'),
    })
  useLeaveGuard(contacts.open, { isDirty: change.isDirty, ask })
  const close = async (): Promise<void> => {
    if (!busy && (!change.isDirty() || (await ask()))) contacts.close()
  }
  const schema = {
    contact: ContactForm[kind],
    proof: way === 'code' ? codeForm('contact-proof', proofSubject(kind)) : ContactProofForm[way],
    code: codeForm('contact', codeSubject(kind, change.contact)),
    done: confirmContact.request,
  }[step]
  const confirmKey = present === undefined ? 'contact.confirm' : 'contact.verify'
  const provable = state.hasPassword || state.codeTo[kind] !== ''
  const stuck = step === 'proof' && !provable
  const footer =
    step === 'done' ? (
      <Button type="primary" className="contact-close" onClick={contacts.close}>
        {t('close')}
      </Button>
    ) : (
      <>
        {back ? (
          <Button onClick={back} disabled={busy}>
            {t('contact.back')}
          </Button>
        ) : (
          <Button onClick={close}>{t('contact.cancel')}</Button>
        )}
        <Button type="primary" htmlType="submit" form={id} loading={busy} disabled={stuck}>
          {t(step === 'code' ? confirmKey : 'contact.next')}
        </Button>
      </>
    )
  return (
    <Dialog
      open={contacts.open}
      title={t(present === undefined ? `contact.title.${kind}` : 'contact.verify')}
      width={480}
      onClose={close}
      footer={footer}
    >
      <StepList
        label={t('contact.steps')}
        steps={steps.map((name) => t(`contact.step.${name}`))}
        present={steps.indexOf(step)}
      />
      {change.refused && (
        <p className="dialog-problem" role="alert">
          {change.refused}
        </p>
      )}
      <SchemaForm
        id={id}
        form={form}
        schema={schema}
        area={confirmContact.area}
        requiredSymbol={false}
        initialValues={{ contact: pending ?? present ?? '', way: first }}
        onSubmit={change.submit}
      >
        <ContactStep kind={kind} hidden={step !== 'contact'} />
        {provable && <ProofStep kind={kind} state={state} change={change} hidden={step !== 'proof'} />}
        {stuck && <p className="contact-note">{t('contact.noProof')}</p>}
        <CodeStep kind={kind} change={change} hidden={step !== 'code'} />
      </SchemaForm>
      {step === 'done' && <DoneStep subject={subject} contact={change.contact} />}
    </Dialog>
  )
}
