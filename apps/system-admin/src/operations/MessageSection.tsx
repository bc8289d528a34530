import type { FailedMessage, MessageFigures, TimeRange } from '@atrium/contract'
import {
  Link,
  pathOf,
  useContractText,
  useLabels,
  useLanguage,
  useLocation,
  useSession,
} from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import {
  type Column,
  DataTable,
  durationOf,
  HistoryScope,
  RowActions,
  shownInstant,
} from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { Fact, Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'
import { useResending } from './use-resending.ts'

type Resending = ReturnType<typeof useResending>

/** Waiting time after which a message needs attention, in milliseconds. */
const longWait = 5 * 60_000

interface ChannelProps {
  readonly figures: MessageFigures['channels'][number]
  /** Time of the response, in milliseconds since 1970. */
  readonly now: number
}

function Channel({ figures, now }: ChannelProps) {
  const t = useOperationsText()
  const shared = useContractText()
  const language = useLanguage()
  const { pathname } = useLocation()
  const { channel, oldestTime } = figures
  const waited = oldestTime === '' ? 0 : Math.max(0, now - Date.parse(oldestTime))
  return (
    <div>
      <h3 className="operations-channel">
        <Link className="operations-link" to={pathOf(channel, pathname)}>
          {t(`channel.${channel}`)}
        </Link>
      </h3>
      <dl className="facts operations-facts">
        {(['waiting', 'sending', 'delivered', 'failed'] as const).map((state) => (
          <Fact
            key={state}
            label={shared(`message.state.${state}`)}
            alarming={state === 'failed' && figures.failed > 0}
          >
            {figures[state]?.toLocaleString(language) ?? '–'}
          </Fact>
        ))}
        <Fact label={t('oldest')} alarming={waited > longWait}>
          {oldestTime === '' ? '–' : durationOf(waited, language)}
        </Fact>
      </dl>
    </div>
  )
}

/** Lists the newest failed messages with their actions. */
function FailedTable({
  failed,
  resendOne,
}: { readonly failed: readonly FailedMessage[] } & Pick<Resending, 'resendOne'>) {
  const t = useOperationsText()
  const label = useLabels('message')
  const allowed = useSession(({ user }) => user?.superAdmin ?? false)
  const columns = useMemo(
    (): readonly Column<FailedMessage>[] => [
      { key: 'to', title: label('to'), width: 160, always: true },
      {
        key: 'subject',
        title: label('subject'),
        width: 160,
        render: ({ subject, channel }) => subject || t(`channel.${channel}`),
      },
      { key: 'outcomeDesc', title: label('outcome'), width: 110 },
      {
        key: 'createTime',
        title: label('createTime'),
        width: 168,
        render: ({ createTime }) => shownInstant(createTime),
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 80,
        actions: true,
        render: (message) => (
          <RowActions
            itemName={message.to}
            actions={
              allowed
                ? [
                    {
                      label: t('resend.ok'),
                      disabledReason: message.resendRefusal || undefined,
                      onChoose: () => void resendOne(message),
                    },
                  ]
                : []
            }
            history={{ entity: 'message', entityId: message.id }}
          />
        ),
      },
    ],
    [t, label, allowed, resendOne],
  )
  return (
    <HistoryScope>
      <DataTable
        name="operations.failed"
        label={t('newestFailed')}
        columns={columns}
        rows={failed}
        empty={null}
      />
    </HistoryScope>
  )
}

/** Shows the result of resending all failed messages. */
function ResentDialog({ resent, forget }: Pick<Resending, 'resent' | 'forget'>) {
  const t = useOperationsText()
  const language = useLanguage()
  const rejected = resent?.refused ?? []
  const count = rejected.reduce((sum, one) => sum + one.count, 0)
  return (
    <Dialog
      open={resent !== undefined}
      title={t('resend.title')}
      width={560}
      onClose={forget}
      footer={<Button onClick={forget}>{t('close')}</Button>}
    >
      <p>{t('resend.done', { count: resent?.count ?? 0 })}</p>
      {rejected.length > 0 && (
        <>
          <p>{t('resend.refused', { count })}</p>
          <ul className="operations-reasons">
            {rejected.map((one) => (
              <li key={one.reason}>
                <strong>{one.count.toLocaleString(language)}</strong> {one.reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {resent?.more && <p>{t('resend.more')}</p>}
    </Dialog>
  )
}

interface Props {
  readonly figures: MessageFigures | null
  readonly range: TimeRange
  readonly now: number
}

/** Shows messages by channel and state, and lists failed messages that can be resent. */
export function MessageSection({ figures, range, now }: Props) {
  const t = useOperationsText()
  const allowed = useSession(({ user }) => user?.superAdmin ?? false)
  const { resendOne, resendAll, ...outcome } = useResending()
  const failed = figures?.channels.reduce((sum, channel) => sum + channel.failed, 0) ?? 0
  return (
    <>
      <Section
        title={t('messagesTitle')}
        part={figures}
        tools={
          allowed &&
          failed > 0 && <Button onClick={() => void resendAll(range, failed)}>{t('resend.all')}</Button>
        }
      >
        {({ channels, failed: newest }) => (
          <>
            <p className="operations-summary">{t('messagesHint', { range: t(`of.${range}`) })}</p>
            <div className="operations-columns">
              {channels.map((channel) => (
                <Channel key={channel.channel} figures={channel} now={now} />
              ))}
            </div>
            {newest.length > 0 && (
              <>
                <h3 className="operations-channel">{t('newestFailed')}</h3>
                <FailedTable failed={newest} resendOne={resendOne} />
              </>
            )}
          </>
        )}
      </Section>
      <ResentDialog {...outcome} />
    </>
  )
}
