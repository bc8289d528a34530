import { Button, Message } from '@arco-design/web-react'
import type { AuditDetails, AuditItem } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { useState } from 'react'
import { shownInstant, shownZone } from '../base/instant.ts'
import { Fact, Facts } from '../overlay/Facts.tsx'
import { SealFacts } from './SealFacts.tsx'
import { SignatureFacts } from './SignatureFacts.tsx'
import { useHistoryText } from './texts/index.ts'
import { Person } from './use-event-columns.tsx'

/** Formats an instant in UTC as yyyy-MM-dd HH:mm:ss. */
const instantsInUtc = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** Maximum number of characters of a value that are shown at first. */
const maxLength = 200

/** Shows a value. A long one unfolds. */
function Value({ text }: { readonly text: string }) {
  const t = useHistoryText()
  const [unfolded, setUnfolded] = useState(false)
  if (text === '') return <span className="history-none">{t('none')}</span>
  if (text.length <= maxLength) return text
  return (
    <>
      {unfolded ? text : `${text.slice(0, maxLength)}…`}{' '}
      <button
        type="button"
        className="history-unfold"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {t(unfolded ? 'less' : 'more')}
      </button>
    </>
  )
}

/** Lists what an event changed of one thing, field by field. */
function Changes({ item: { name, changes } }: { readonly item: AuditItem }) {
  const t = useHistoryText()
  return (
    <table className="history-changes">
      {name !== '' && <caption>{name}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, fieldDesc, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldDesc}</th>
            <td>
              <Value text={before} />
            </td>
            <td>
              <Value text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RequestProps {
  readonly requestId: string
  readonly onRequest: ((requestId: string) => void) | undefined
}

/** Shows a request id, which can be copied and, on the screen, filters the list. */
function Request({ requestId, onRequest }: RequestProps) {
  const t = useHistoryText()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(requestId)
      Message.success(t('copied'))
    } catch {
      // Without https, scripts cannot use the clipboard.
      Message.error(t('copyFailed'))
    }
  }
  return (
    <>
      <code>{requestId}</code>{' '}
      <Button size="mini" onClick={copy}>
        {t('copy')}
      </Button>{' '}
      {onRequest && (
        <Button size="mini" onClick={() => onRequest(requestId)}>
          {t('sameRequest')}
        </Button>
      )}
    </>
  )
}

export interface EventFactsProps {
  readonly event: AuditDetails
  /** Filters the list by a request; undefined if the list has no such filter. */
  readonly onRequest?: ((requestId: string) => void) | undefined
}

/** Shows who did what to which thing, when, why and from where, what changed, and the seal. */
export function EventFacts({ event, onRequest }: EventFactsProps) {
  const t = useHistoryText()
  const label = useLabels('auditTrail')
  const { time, actorFullName, actorName, callDesc, entityDesc, entityName, tenantName, studyName } = event
  const { reason, address, device, userAgent, requestId, items, seal } = event
  const changed = items.filter(({ changes }) => changes.length > 0)
  return (
    <>
      <Facts>
        <Fact label={label('actorName')}>
          <Person fullName={actorFullName} userName={actorName} />
        </Fact>
        <Fact label={label('time')}>
          <time dateTime={time}>{t('inZone', { time: shownInstant(time), zone: shownZone })}</time>
          {shownZone !== 'UTC' && (
            <span className="history-utc">
              {t('inZone', { time: instantsInUtc.format(new Date(time)), zone: 'UTC' })}
            </span>
          )}
        </Fact>
        <Fact label={label('call')}>{callDesc}</Fact>
        <Fact label={label('entityName')}>
          {entityName ? t('thing', { kind: entityDesc, name: entityName }) : entityDesc}
        </Fact>
        <Fact label={label('tenantName')}>{tenantName || t('platform')}</Fact>
        {studyName && <Fact label={label('studyName')}>{studyName}</Fact>}
        {reason && <Fact label={label('reason')}>{reason}</Fact>}
        {address && <Fact label={label('address')}>{address}</Fact>}
        {device && (
          <Fact label={label('device')}>
            <span title={userAgent}>{device}</span>
          </Fact>
        )}
        {requestId && (
          <Fact label={label('requestId')}>
            <Request requestId={requestId} onRequest={onRequest} />
          </Fact>
        )}
      </Facts>
      <h3 className="history-heading">{t('changes')}</h3>
      {changed.length === 0 && <p className="history-quiet">{t('noChanges')}</p>}
      {changed.map((item, index) => (
        <Changes key={index} item={item} />
      ))}
      <SignatureFacts signature={event.signature} />
      <h3 className="history-heading">{t('seal.title')}</h3>
      <SealFacts seal={seal} />
    </>
  )
}
