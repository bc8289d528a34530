import type { AttemptOutcome, MailLog, MessageAttempt, SmsLog } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import { StatusTag, shownInstant, TableSkeleton, type Tone, useCall } from '@atrium/ui-kit/list'
import { Dialog, Fact, Facts } from '@atrium/ui-kit/overlay'
import { useSoftwareBaseText } from '../texts/index.ts'
import { toneOf } from './use-message-columns.tsx'
import type { MessageLogState } from './use-message-log.ts'

const toneOfAttempt: Readonly<Record<AttemptOutcome, Tone>> = {
  sending: 'info',
  delivered: 'good',
  refused: 'bad',
  deferred: 'warning',
  unreachable: 'warning',
  unanswered: 'warning',
  expired: 'plain',
  lost: 'plain',
}

function Attempts({ attempts }: { readonly attempts: readonly MessageAttempt[] }) {
  const t = useSoftwareBaseText()
  if (attempts.length === 0) return <p className="message-quiet">{t('message.noAttempts')}</p>
  return (
    <ol className="message-attempts" aria-label={t('message.attempts')}>
      {attempts.map(({ id, createTime, outcome, outcomeDesc, sendResult }) => (
        <li key={id}>
          <time dateTime={createTime}>{shownInstant(createTime)}</time>
          <StatusTag tone={toneOfAttempt[outcome]}>{outcomeDesc}</StatusTag>
          {sendResult && <code>{sendResult}</code>}
        </li>
      ))}
    </ol>
  )
}

/** Shows a message with its recipient, and the outcome of each attempt. */
function Log({ log }: { readonly log: SmsLog | MailLog }) {
  const t = useSoftwareBaseText()
  const label = useLabels('message')
  return (
    <>
      <Facts>
        {'phone' in log && <Fact label={label('phone')}>{log.phone}</Fact>}
        {'to' in log && <Fact label={label('to')}>{log.to}</Fact>}
        {'subject' in log && <Fact label={label('subject')}>{log.subject}</Fact>}
        <Fact label={label('softName')}>{log.softName}</Fact>
        <Fact label={label('arriveDesc')}>
          <StatusTag tone={toneOf[log.state]}>{log.arriveDesc}</StatusTag>
        </Fact>
        <Fact label={label('sendCount')}>
          {t('message.ofMost', { count: log.sendCount, max: log.maxSendCount })}
        </Fact>
        <Fact label={label('createTime')}>{shownInstant(log.createTime)}</Fact>
        {log.expireTime && <Fact label={label('expireTime')}>{shownInstant(log.expireTime)}</Fact>}
      </Facts>
      <h3 className="message-heading">{label('content')}</h3>
      {log.contentState === 'shown' ? (
        <>
          <pre className="message-content">{log.content}</pre>
          {log.expireTime && <p className="message-quiet">{t('message.masked')}</p>}
        </>
      ) : (
        <p className="message-quiet">{t(`message.${log.contentState}`)}</p>
      )}
      <h3 className="message-heading">{t('message.attempts')}</h3>
      <Attempts attempts={log.attempts} />
    </>
  )
}

/** Returns the name of a message, as in its list. */
const nameOf = (log: SmsLog | MailLog) => ('to' in log ? `${log.subject} ${log.to}` : log.phone)

/** Dialog with the log of a message. */
export function MessageLogDialog({ state }: { readonly state: MessageLogState }) {
  const { call, id, isOpen, close } = state
  const t = useSoftwareBaseText()
  const { data, error, refetch } = useCall(call, { id }, { enabled: isOpen && id !== '' })
  return (
    <Dialog
      open={isOpen}
      title={t('message.logTitle')}
      width={800}
      history={data && { entity: 'message', entityId: id, name: nameOf(data) }}
      onClose={close}
      footer={
        <>
          <Button onClick={() => void refetch()}>{t('message.refresh')}</Button>
          <Button type="primary" onClick={close}>
            {t('message.close')}
          </Button>
        </>
      }
    >
      {data && <Log log={data} />}
      {!data && error && (
        <ErrorState
          title={t('message.logFailed')}
          detail={error.message}
          retryLabel={t('message.retry')}
          onRetry={refetch}
        />
      )}
      {!data && !error && <TableSkeleton />}
    </Dialog>
  )
}
