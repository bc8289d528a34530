import { lookupLimit, type mailList, type mailResend, type smsList, type smsResend } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { type Column, EmptyState, type List, ListPage, useSelectedCount } from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { type ReactNode, useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageLogDialog } from './MessageLogDialog.tsx'
import { type ListedMessage, useMessageColumns } from './use-message-columns.tsx'
import { type LogCall, useMessageLog } from './use-message-log.ts'
import { type Resending, useResending } from './use-resending.ts'
import './message.css'

interface Props<Row> {
  readonly title: string
  readonly purpose: string
  readonly name: string
  readonly calls: {
    readonly list: typeof mailList | typeof smsList
    readonly log: LogCall
    readonly resend: typeof mailResend | typeof smsResend
  }
  readonly list: List<Row>
  /** Columns before the common ones. Must stay the same array between renders. */
  readonly columns: readonly Column<Row>[]
  /** Must stay the same function between renders. */
  readonly nameOf: (row: Row) => string
  readonly search: ReactNode
}

/** Actions for the selected messages. A separate component, so that selecting a row does not redraw the table. */
function ResendTools({ selection, resend }: Resending) {
  const t = useSoftwareBaseText()
  const selected = useSelectedCount(selection)
  return (
    <div className="message-tools">
      <Button
        disabled={selected === 0 || selected > lookupLimit}
        onClick={() => void resend([...selection.ids()])}
      >
        {t('message.resendCount', { count: selected, shown: selected.toLocaleString() })}
      </Button>
      {selected > 0 && (
        <Button type="text" onClick={selection.clear}>
          {t('message.clearSelection')}
        </Button>
      )}
      {selected > lookupLimit && (
        <span role="alert">{t('message.tooMany', { max: lookupLimit.toLocaleString() })}</span>
      )}
    </div>
  )
}

/** Shows the messages that could not be resent, with the reasons. */
function RejectedDialog({ refused, showsRejected, hideRejected }: Resending) {
  const t = useSoftwareBaseText()
  return (
    <Dialog
      open={showsRejected}
      title={t('message.refusedTitle', { count: refused.length })}
      width={640}
      onClose={hideRejected}
      footer={<Button onClick={hideRejected}>{t('message.close')}</Button>}
    >
      <ul className="message-refused">
        {refused.map(({ id, to, reason }) => (
          <li key={id}>
            <strong>{to || id}</strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Page with a list of messages, filters, a selection to resend and a log for each message. */
export function MessageListPage<Row extends ListedMessage>(props: Props<Row>) {
  const { title, purpose, name, calls, list, columns, nameOf, search } = props
  const t = useSoftwareBaseText()
  const log = useMessageLog(calls.log)
  const resending = useResending(calls.list, calls.resend)
  const common = useMessageColumns<Row>({ nameOf, log: log.open, resending })
  const { allowed, selection } = resending
  const selectable = useMemo(
    () => (allowed ? { selection, nameOf } : undefined),
    [allowed, selection, nameOf],
  )
  return (
    <>
      <ListPage
        title={title}
        purpose={purpose}
        name={name}
        list={list}
        columns={useMemo(() => [...columns, ...common], [columns, common])}
        filters={
          <>
            <MessageFilters state={list.state} />
            {search}
          </>
        }
        {...(selectable && { selectable, tools: <ResendTools {...resending} /> })}
        empty={<EmptyState title={t('message.empty')} hint={t('message.emptyHint')} />}
      />
      <MessageLogDialog state={log} />
      <RejectedDialog {...resending} />
    </>
  )
}
