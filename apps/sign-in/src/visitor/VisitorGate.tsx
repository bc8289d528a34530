import type { UserInfo } from '@atrium/contract'
import type { ReactNode } from 'react'
import { OutcomePage } from '../outcome/OutcomePage.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { OtherUser } from './OtherUser.tsx'
import { useVisitor } from './use-visitor.ts'

interface VisitorGateProps {
  /** Whether the link was sent to this user. */
  readonly isFor: (user: UserInfo) => boolean
  /** Shows the signed-in user to whom the link was sent. */
  readonly line: (user: UserInfo) => string
  /** Shown to a signed-in recipient; by default the same as without a session. */
  readonly own?: ReactNode
  readonly children: ReactNode
}

/** Shows a link's page to its recipient, and in browsers without a session. Another user is asked first. */
export function VisitorGate({ isFor, line, own, children }: VisitorGateProps) {
  const t = useAccountTexts()
  const [visitor, again] = useVisitor()
  if (visitor.state === 'nobody') return children
  if (visitor.state === 'asking')
    return <OutcomePage kind="waiting" title={t('visitor.asking')} line={t('checkEmail.wait')} />
  if (visitor.state === 'unreachable')
    return (
      <OutcomePage
        kind="failed"
        title={t('visitor.unknown')}
        line={t('outcome.unreachable')}
        onRetry={again}
      />
    )
  return isFor(visitor.user) ? (own ?? children) : <OtherUser user={visitor.user} line={line(visitor.user)} />
}
