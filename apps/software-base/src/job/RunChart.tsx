import { useLanguage } from '@atrium/shared-api'
import { durationOf, shownInstant } from '@atrium/ui-kit/list'
import { useSoftwareBaseText } from '../texts/index.ts'
import { outcomeOf, type Run } from './runs.ts'

interface Props {
  /** Runs, oldest first. */
  readonly runs: readonly Run[]
}

/** Sizes in pixels. */
const height = 28
const step = 5
const barWidth = 3
/** Minimum height, so that very short runs are visible. */
const minBar = 3
/** Maximum number of runs that the server sends. */
const maxBars = 20

/** Shows the durations of the last runs as bars, with the newest on the right. */
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
            {/* Gives low bars a tooltip area of full height. */}
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
