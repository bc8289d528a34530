import { useLanguage } from '@atrium/shared-api'
import { durationOf, shownInstant } from '@atrium/ui-kit/list'
import { useSoftwareBaseText } from '../texts/index.ts'
import { outcomeOf, type Run } from './runs.ts'

interface Props {
  /** The oldest first. */
  readonly runs: readonly Run[]
}

/** In pixels. */
const height = 28
const step = 5
const barWidth = 3
/** So that a run of no time at all can be seen. */
const minBar = 3
/** The most bars that the list sends. */
const maxBars = 20

/** The durations of the last runs as bars, the newest at the right. */
export function RunChart({ runs }: Props) {
  const t = useSoftwareBaseText()
  const language = useLanguage()
  if (runs.length === 0) return null
  const longest = Math.max(...runs.map(({ times }) => times), 1)
  const failed = runs.filter((run) => outcomeOf(run) === 'failed').length
  const label = t('job.chart', { count: runs.length, failed, longest: durationOf(longest, language) })
  const offset = (maxBars - runs.length) * step
  return (
    <svg
      className="run-chart"
      role="img"
      aria-label={label}
      width={maxBars * step}
      height={height}
      viewBox={`0 0 ${maxBars * step} ${height}`}
    >
      {runs.map((run, index) => {
        const outcome = outcomeOf(run)
        const bar = outcome === 'underWay' ? height : Math.max(minBar, (run.times / longest) * height)
        const x = offset + index * step
        return (
          <g key={run.id}>
            <title>
              {t('job.chartRun', {
                time: shownInstant(run.createTime),
                outcome: t(`job.outcome.${outcome}`),
                duration: outcome === 'underWay' ? '' : durationOf(run.times, language),
              })}
            </title>
            {/* The whole height has the tooltip, however low the bar is. */}
            <rect className="run-chart-ground" x={x} y={0} width={step} height={height} />
            <rect
              className={`run-chart-bar run-chart-${outcome}`}
              x={x + 1}
              y={height - bar}
              width={barWidth}
              height={bar}
            />
          </g>
        )
      })}
    </svg>
  )
}
