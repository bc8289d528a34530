import type { UserInfo } from '@atrium/contract'
import type { ReactNode } from 'react'
import { OutcomePage } from '../outcome/OutcomePage.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { OtherUser } from './OtherUser.tsx'
import { useVisitor } from './use-visitor.ts'

interface VisitorGateProps {
  /** Returns whether the link was sent to this user. */
  readonly isFor: (user: UserInfo) => boolean
  /** Returns the text that informs another signed-in user about the recipient of the link. */
  readonly line: (user: UserInfo) => string
  /** Shown to a signed-in recipient. By default, the same as without a session. */
  readonly own?: ReactNode
  readonly children: ReactNode
}

/** Shows a link's page to its recipient and to visitors without a session. Asks other users first. */
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
