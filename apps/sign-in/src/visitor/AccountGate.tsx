import { useGo } from '@atrium/shared-api'
import { type ReactNode, useEffect } from 'react'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { VisitorGate } from './VisitorGate.tsx'

interface AccountGateProps {
  /** User name in the link. */
  readonly account: string
  readonly children: ReactNode
}

/** Guards the sign-in page of a link for a specific account if the browser has a session. */
export default function AccountGate({ account, children }: AccountGateProps) {
  const t = useAccountTexts()
  return (
    <VisitorGate
      isFor={({ userName }) => userName === account}
      line={() => t('visitor.forAccount', { userName: account })}
      own={<Enter />}
    >
      {children}
    </VisitorGate>
  )
}

/** Redirects the account's user, who is already signed in, into the suite. */
function Enter() {
  const go = useGo()
  useEffect(() => go('softIndex', { replace: true }), [go])
  return null
}
