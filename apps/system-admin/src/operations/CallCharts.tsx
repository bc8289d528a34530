import type { CallFigures, TimeRange } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { Button, lazyPart } from '@atrium/ui-kit'
import { type Column, DataTable, shownInstant, TableSkeleton } from '@atrium/ui-kit/list'
import { Suspense, useMemo, useState } from 'react'
import { everyStep, type Step, totalOf } from './figures.ts'
import { Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

/** Maps each count to the count of its failures. */
const failuresOf = { calls: 'errors', signIns: 'failedSignIns' } as const

type Good = keyof typeof failuresOf
type Name = Good | (typeof failuresOf)[Good]

function ChartMissing({ retry }: { readonly retry: () => void }) {
  const t = useOperationsText()
  return (
    <p className="operations-notice" role="alert">
      {t('chartMissing')} <Button onClick={retry}>{t('retry')}</Button>
    </p>
  )
}

/** Loaded lazily, because the chart library is larger than all screens together. */
const TimeChart = lazyPart(() => import(/* webpackChunkName: "chart" */ './TimeChart.tsx'), ChartMissing)

interface StepTableProps {
  readonly name: string
  readonly label: string
  readonly steps: readonly Step[]
  readonly shown: readonly Name[]
}

/** Lists the figures of a chart, newest first. */
function StepTable({ name, label, steps, shown }: StepTableProps) {
  const t = useOperationsText()
  const nameOf = useLabels('operations')
  const language = useLanguage()
  const rows = useMemo(() => steps.map((step) => ({ id: String(step.at), ...step })).toReversed(), [steps])
  const columns = useMemo(
    (): readonly Column<Step & { readonly id: string }>[] => [
      {
        key: 'at',
        title: t('from'),
        width: 168,
        always: true,
        render: ({ at }) => shownInstant(new Date(at).toISOString()),
      },
      ...shown.map((key) => ({
        key,
        title: nameOf(key),
        width: 80,
        numeric: true,
        render: (step: Step) => step[key].toLocaleString(language),
      })),
    ],
    [t, nameOf, language, shown],
  )
  return <DataTable name={name} label={label} columns={columns} rows={rows} empty={null} />
}

interface ChartCardProps {
  readonly title: string
  readonly figures: CallFigures | null
  readonly range: TimeRange
  /** Time of the response, in milliseconds since 1970. */
  readonly now: number
  readonly good: Good
}

function Chart({ title, figures, range, now, good }: ChartCardProps & { readonly figures: CallFigures }) {
  const t = useOperationsText()
  const nameOf = useLabels('operations')
  const [open, setOpen] = useState(false)
  const steps = useMemo(() => everyStep(figures, range, now), [figures, range, now])
  const total = totalOf(steps)
  const bad = failuresOf[good]
  const shown = useMemo(() => [good, bad], [good, bad])
  const label = t(`summary.${good}`, {
    good: total[good],
    bad: total[bad],
    range: t(`of.${range}`),
  })
  const series = [
    { name: nameOf(good), values: steps.map((step) => step[good]), tone: 'main' as const },
    { name: nameOf(bad), values: steps.map((step) => step[bad]), tone: 'bad' as const },
  ]
  return (
    <>
      <p className="operations-summary">{label}</p>
      <ul className="operations-legend" aria-hidden="true">
        {series.map(({ name, tone }) => (
          <li key={tone} className={`operations-legend-${tone}`}>
            {name}
          </li>
        ))}
      </ul>
      <Suspense fallback={<TableSkeleton />}>
        <TimeChart
          label={`${title}: ${label}`}
          times={steps.map(({ at }) => at)}
          series={series}
          byDay={range === 'week'}
        />
      </Suspense>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('asTable')}</summary>
        {open && <StepTable name={`operations.${good}`} label={title} steps={steps} shown={shown} />}
      </details>
    </>
  )
}

/** Shows two counts over time: as a chart, a sentence and a table. */
function ChartCard(props: ChartCardProps) {
  const { title, figures } = props
  return (
    <Section title={title} part={figures}>
      {(known) => <Chart {...props} figures={known} />}
    </Section>
  )
}

type Props = Pick<ChartCardProps, 'figures' | 'range' | 'now'>

/** Shows calls with errors, and sign-ins with failures, over time. */
export function CallCharts(props: Props) {
  const t = useOperationsText()
  return (
    <div className="operations-columns">
      <ChartCard title={t('callsTitle')} good="calls" {...props} />
      <ChartCard title={t('signInsTitle')} good="signIns" {...props} />
    </div>
  )
}
