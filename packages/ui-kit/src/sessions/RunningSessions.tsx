import { Button } from '@arco-design/web-react'
import type { Session } from '@atrium/contract'
import type { ReactNode } from 'react'
import { ErrorState } from '../base/ErrorState.tsx'
import { shownInstant } from '../base/instant.ts'
import { StatusTag } from '../list/cells.tsx'
import { TableSkeleton } from '../list/DataTable.tsx'
import { EmptyState } from '../list/EmptyState.tsx'
import { Paging } from '../list/Paging.tsx'
import { useKitText } from '../texts/index.ts'
import { methodsOf, nameOf, type Sessions } from './use-sessions.ts'

interface ItemProps {
  readonly session: Session
  readonly onEnd: (session: Session) => void
}

function Item({ session, onEnd }: ItemProps) {
  const t = useKitText()
  const name = nameOf(session, t)
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <li>
      <div className="session">
        <p className="session-device">
          {name} {session.current && <StatusTag tone="info">{t('sessions.current')}</StatusTag>}
        </p>
        <dl className="session-facts">
          {fact(t('sessions.address'), session.address)}
          {session.methods.length > 0 && fact(t('sessions.method'), methodsOf(session, t))}
          {fact(t('sessions.signInTime'), shownInstant(session.signInTime))}
          {fact(t('sessions.lastUseTime'), shownInstant(session.lastUseTime))}
        </dl>
      </div>
      {!session.current && (
        <Button
          type="text"
          size="small"
          status="danger"
          aria-label={`${t('sessions.end')} ${name} ${session.address}`}
          onClick={() => onEnd(session)}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

interface Props {
  readonly label: string
  readonly sessions: Sessions
  readonly onEnd: (session: Session) => void
}

/** Lists running sessions by device. The current session is marked and has no button. */
export function RunningSessions({ label, sessions, onEnd }: Props) {
  const t = useKitText()
  const { rows, total, page, size, error, retry, turn } = sessions
  if (error)
    return (
      <ErrorState
        title={t('sessions.failed')}
        detail={error.message}
        retryLabel={t('list.retry')}
        onRetry={retry}
      />
    )
  if (!rows) return <TableSkeleton />
  if (total === 0) return <EmptyState title={t('sessions.none')} />
  return (
    <>
      <ul className="sessions" aria-label={label}>
        {rows.map((session) => (
          <Item key={session.id} session={session} onEnd={onEnd} />
        ))}
      </ul>
      {total > rows.length && <Paging page={page} size={size} total={total} compact onChange={turn} />}
    </>
  )
}
