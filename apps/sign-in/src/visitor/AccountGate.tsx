import { useGo } from '@atrium/shared-api'
import { type ReactNode, useEffect } from 'react'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { VisitorGate } from './VisitorGate.tsx'

interface AccountGateProps {
  /** The user name that the link was sent to. */
  readonly account: string
  readonly children: ReactNode
}

/** The sign-in page of a link that was sent to an account, opened in a browser that has a session. */
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

/** Leads the link's own user on, who is signed in already. */
function Enter() {
  const go = useGo()
  useEffect(() => go('softIndex', { replace: true }), [go])
  return null
}
