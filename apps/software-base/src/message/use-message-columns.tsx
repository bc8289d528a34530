import type { Mail, MessageState } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, RowActions, StatusTag, shownInstant, type Tone } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import type { Resending } from './use-resending.ts'

/** Fields that e-mails and SMS share in the lists. */
export type ListedMessage = Omit<Mail, 'to' | 'subject'>

/** Tag colour of each state. */
export const toneOf: Readonly<Record<MessageState, Tone>> = {
  waiting: 'warning',
  sending: 'info',
  delivered: 'good',
  failed: 'bad',
}

interface Handlers<Row> {
  /** Returns the name of a row. */
  readonly nameOf: (row: Row) => string
  readonly log: (row: Row) => void
  readonly resending: Resending
}

/** Returns the columns that both lists share. They follow the columns for the recipient. */
export function useMessageColumns<Row extends ListedMessage>({
  nameOf,
  log,
  resending,
}: Handlers<Row>): readonly Column<Row, 'createTime'>[] {
  const t = useSoftwareBaseText()
  const label = useLabels('message')
  const { allowed, resend } = resending
  return useMemo(
    () => [
      { key: 'softName', title: label('softName'), width: 96, shortened: true },
      {
        key: 'arriveDesc',
        title: label('arriveDesc'),
        width: 96,
        render: ({ state, arriveDesc }) => <StatusTag tone={toneOf[state]}>{arriveDesc}</StatusTag>,
      },
      { key: 'sendCount', title: label('sendCount'), width: 72, numeric: true },
      { key: 'maxSendCount', title: label('maxSendCount'), width: 72, numeric: true, hidden: true },
      {
        key: 'createTime',
        title: label('createTime'),
        width: 160,
        sortable: true,
        render: ({ createTime }) => shownInstant(createTime),
      },
      {
        key: 'actions',
        title: t('message.actions'),
        width: 110,
        actions: true,
        render: (row) => (
          <RowActions
            itemName={nameOf(row)}
            history={{ entity: 'message', entityId: row.id }}
            actions={[
              { label: t('message.log'), onChoose: () => log(row) },
              ...(allowed
                ? [
                    {
                      label: t('message.resend'),
                      disabledReason: row.resendRefusal || undefined,
                      onChoose: () => void resend([row.id], nameOf(row)),
                    },
                  ]
                : []),
            ]}
          />
        ),
      },
    ],
    [t, label, nameOf, log, allowed, resend],
  )
}
