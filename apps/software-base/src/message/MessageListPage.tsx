import { lookupLimit } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { type Column, EmptyState, type List, ListPage, useSelectedCount } from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { type ReactNode, useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageLogDialog } from './MessageLogDialog.tsx'
import type { ListedMessage } from './useMessageColumns.tsx'
import type { MessageLogState } from './useMessageLog.ts'
import type { Resending } from './useResending.ts'
import './message.css'

interface Props<Row> {
  readonly title: string
  readonly purpose: string
  readonly name: string
  readonly list: List<Row>
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
  readonly log: MessageLogState
  readonly resending: Resending
  /** What is searched in. */
  readonly search: ReactNode
}

/** What can be done with the selected messages. By itself, so that selecting draws no table anew. */
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
        <span role="alert">{t('message.tooMany', { most: lookupLimit.toLocaleString() })}</span>
      )}
    </div>
  )
}

/** Which messages were not sent again although others were, and why. */
function RefusedDialog({ refused, showsRefused, hideRefused }: Resending) {
  const t = useSoftwareBaseText()
  return (
    <Dialog
      open={showsRefused}
      title={t('message.refusedTitle', { count: refused.length })}
      width={640}
      onClose={hideRefused}
      footer={<Button onClick={hideRefused}>{t('message.close')}</Button>}
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

/** A list of messages: filters, selection, sending again, log. */
export function MessageListPage<Row extends ListedMessage>(props: Props<Row>) {
  const { title, purpose, name, list, columns, nameOf, log, resending, search } = props
  const t = useSoftwareBaseText()
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
        columns={columns}
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
      <RefusedDialog {...resending} />
    </>
  )
}
