import { nextRuns } from '@atrium/contract/cron'
import { profile, useLanguage } from '@atrium/shared-api'
import { Input } from '@atrium/ui-kit'
import { shownZone } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { sentenceOf } from './sentence.ts'
import { useCronText } from './texts/index.ts'

/** Number of runs in the preview. */
const shownRuns = 5

/** The Swedish locale formats instants like the suite: yyyy-MM-dd HH:mm:ss. */
const clockOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  return (instant: Date) => format.format(instant)
}

/** Returns the next runs of an expression, in the deployment's time zone. */
export const runsOf = (expression: string): readonly Date[] =>
  nextRuns({ expression, zone: profile().timeZone, from: new Date(), count: shownRuns })

interface RunsProps {
  readonly runs: readonly Date[]
}

/** Shows the next runs in the browser's time zone and, if it differs, in the deployment's. */
function Runs({ runs }: RunsProps) {
  const t = useCronText()
  const [here, there] = [shownZone, profile().timeZone]
  const [byOwn, byJob] = [clockOf(here), clockOf(there)]
  const differ = runs.some((run) => byOwn(run) !== byJob(run))
  return (
    <table className="cron-runs">
      <caption>{t('nextRuns')}</caption>
      <thead hidden={!differ}>
        <tr>
          <th scope="col">{t('zone.browser', { zone: here })}</th>
          {differ && <th scope="col">{t('zone.job', { zone: there })}</th>}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.getTime()}>
            <td>{byOwn(run)}</td>
            {differ && <td>{byJob(run)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Props {
  /** Undefined while a field is invalid. */
  readonly expression: string | undefined
}

/** Shows the result: the expression, its meaning in words, and its next runs. */
export function CronPreview({ expression }: Props) {
  const t = useCronText()
  const language = useLanguage()
  const runs = useMemo(() => (expression === undefined ? [] : runsOf(expression)), [expression])
  return (
    <section className="cron-preview" aria-label={t('preview')}>
      <Input readOnly aria-label={t('expression')} value={expression ?? ''} placeholder={t('incomplete')} />
      {expression !== undefined && (
        <p className="cron-sentence" aria-live="polite">
          {sentenceOf(expression, language)}
        </p>
      )}
      {runs.length > 0 && <Runs runs={runs} />}
      {expression !== undefined && runs.length === 0 && (
        <p className="cron-problem" role="alert">
          {t('neverDue')}
        </p>
      )}
    </section>
  )
}
