import { codes, findEmailVerification } from '@atrium/contract'
import { Rejection, useContractText } from '@atrium/shared-api'
import { useCall } from '@atrium/ui-kit/pickers'
import { useState } from 'react'
import { useLinkKey } from '../link-key.ts'
import { OutcomePage } from '../outcome/OutcomePage.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { VisitorGate } from '../visitor/VisitorGate.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'

const isVerified = (error: unknown): boolean => error instanceof Rejection && error.code === codes.conflict

/**
 * Target of a verification link. Shows the address and account to verify, or why the link cannot be used. Mail
 * scanners open links too, so only pressing the button verifies the address.
 */
export default function CheckEmailPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const key = useLinkKey()
  const [doneKey, setDoneKey] = useState('')
  const options = { enabled: key !== '', keepPrevious: true }
  const { data, error, refetch } = useCall(findEmailVerification, { key }, options)

  const help = { contacts: t('checkEmail.help'), noContacts: t('checkEmail.helpNoContacts') }
  const failure = { kind: 'failed', title: t('checkEmail.failed'), help } as const
  if (key === '') return <OutcomePage {...failure} line={server('refusal.keyUnknown')} />
  if (doneKey === key)
    return <OutcomePage kind="done" title={t('checkEmail.done')} line={t('checkEmail.doneLine')} />
  if (isVerified(error))
    return <OutcomePage kind="done" title={t('checkEmail.already')} line={t('checkEmail.alreadyLine')} />
  if (error instanceof Rejection) return <OutcomePage {...failure} line={error.message} />
  if (error) return <OutcomePage {...failure} line={t('outcome.unreachable')} onRetry={refetch} />
  if (!data) return <OutcomePage kind="waiting" title={t('checkEmail.opening')} line={t('checkEmail.wait')} />

  const { userName } = data
  return (
    <VisitorGate
      isFor={(user) => user.userName === userName}
      line={() => t('visitor.forAccount', { userName })}
    >
      <ConfirmEmail verification={{ key, ...data }} onDone={() => setDoneKey(key)} onRejected={refetch} />
    </VisitorGate>
  )
}
