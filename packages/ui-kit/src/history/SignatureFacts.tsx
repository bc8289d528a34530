import type { AuditDetails } from '@atrium/contract'
import { shownInstant, shownZone } from '../base/instant.ts'
import { StatusTag } from '../list/cells.tsx'
import { Fact, Facts } from '../overlay/Facts.tsx'
import { useHistoryText } from './texts/index.ts'

/** Shows an electronic signature: whether it is still bound to its record, who signed, when and with which meaning. */
export function SignatureFacts({ signature }: Pick<AuditDetails, 'signature'>) {
  const t = useHistoryText()
  const { state, printedName, userName, meaningDesc, time, components, algorithm, hash } = signature
  if (state === 'none') return null
  const broken = state === 'broken'
  return (
    <>
      <h3 className="history-heading">{t('signature.title')}</h3>
      <div className="history-seal">
        <p>
          <StatusTag tone={broken ? 'bad' : 'good'}>{t(`signature.${state}`)}</StatusTag>
        </p>
        <p className={broken ? 'history-broken' : 'history-quiet'}>
          {t(broken ? 'signature.changed' : 'signature.proved')}
        </p>
        <Facts>
          <Fact label={t('signature.signer')}>{`${printedName} (${userName})`}</Fact>
          <Fact label={t('signature.meaning')}>{meaningDesc}</Fact>
          <Fact label={t('signature.time')}>
            <time dateTime={time}>{t('inZone', { time: shownInstant(time), zone: shownZone })}</time>
          </Fact>
          <Fact label={t('signature.components')}>
            {t(components === 'both' ? 'signature.used.both' : 'signature.used.secret')}
          </Fact>
          <Fact
            label={t('signature.hash', { algorithm: algorithm.toUpperCase().replace(/^SHA(?=\d)/, 'SHA-') })}
          >
            <code>{hash}</code>
          </Fact>
        </Facts>
      </div>
    </>
  )
}
