import { useGo } from '@atrium/shared-api'
import { type ReactNode, useEffect } from 'react'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { VisitorGate } from './VisitorGate.tsx'

interface AccountGateProps {
  /** The user name in the link. */
  readonly account: string
  readonly children: ReactNode
}

/** The sign-in page for a link that names an account, in a browser with a session. */
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

/** Continues for the link's own user, who is already signed in. */
function Enter() {
  const go = useGo()
  useEffect(() => go('softIndex', { replace: true }), [go])
  return null
}
