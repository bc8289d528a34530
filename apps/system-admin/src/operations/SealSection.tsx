import type { SealFigures } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { durationOf, shownInstant } from '@atrium/ui-kit/list'
import { Fact, Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

/** Number of characters of a hash that are enough to compare it. */
const shownHash = 16

/** Delay after which an unsealed event needs attention, in milliseconds. Usually, events are sealed within seconds. */
const longUnsealed = 5 * 60_000

/**
 * Shows how far the audit trail is sealed.
 * @param now the time of the response, in milliseconds since 1970
 */
export function SealSection({
  figures,
  now,
}: {
  readonly figures: SealFigures | null
  readonly now: number
}) {
  const t = useOperationsText()
  const language = useLanguage()
  return (
    <Section title={t('sealsTitle')} part={figures}>
      {({ newest, unsealedTime }) => {
        const age = unsealedTime === '' ? 0 : Math.max(0, now - Date.parse(unsealedTime))
        return (
          <dl className="facts operations-facts operations-seals">
            {!newest && <Fact label={t('newestSeal')}>{t('noSeal')}</Fact>}
            {newest && newest.hash !== '' && (
              <>
                <Fact label={t('newestSeal')}>{newest.number.toLocaleString(language)}</Fact>
                <Fact label={t('sealTime')}>{shownInstant(newest.time)}</Fact>
                <Fact label={t('sealEvents')}>{newest.events.toLocaleString(language)}</Fact>
                <Fact label={t('sealSha256')}>
                  <code title={newest.hash}>{newest.hash.slice(0, shownHash)}</code>
                </Fact>
              </>
            )}
            <Fact label={t('unsealed')} alarming={age > longUnsealed}>
              {unsealedTime === '' ? t('allSealed') : durationOf(age, language)}
            </Fact>
          </dl>
        )
      }}
    </Section>
  )
}
