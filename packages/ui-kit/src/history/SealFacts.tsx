import type { AuditDetails, SealState } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { shownInstant } from '../base/instant.ts'
import { StatusTag, type Tone } from '../list/cells.tsx'
import { useHistoryText } from './texts/index.ts'

const tones: Readonly<Record<SealState, Tone>> = {
  waiting: 'info',
  intact: 'good',
  broken: 'bad',
  unread: 'warning',
}

/** Shows the state of an event's seal, what was verified, and what to do about a broken one. */
export function SealFacts({ seal: { state, number, time, hash } }: Pick<AuditDetails, 'seal'>) {
  const t = useHistoryText()
  const word = useContractText()
  return (
    <div className="history-seal">
      <p>
        <StatusTag tone={tones[state]}>{word(`auditTrail.seals.${state}`)}</StatusTag>{' '}
        {number > 0 && t('seal.made', { number, time: shownInstant(time) })}
      </p>
      <p className={state === 'broken' ? 'history-broken' : 'history-quiet'}>{t(`seal.${state}`)}</p>
      {hash && (
        <p>
          {t('seal.hash')} <code>{hash}</code>
        </p>
      )}
    </div>
  )
}
