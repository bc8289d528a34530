import { type Overview, operationsOverview, type TimeRange, timeRanges } from '@atrium/contract'
import { useAddressState, useLabels } from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import { PageHeader, shownInstant, TableSkeleton, Tabs, useCall } from '@atrium/ui-kit/list'
import { AlarmSection } from './AlarmSection.tsx'
import { AreaTable } from './AreaTable.tsx'
import { CallCharts } from './CallCharts.tsx'
import { JobSection } from './JobSection.tsx'
import { MessageSection } from './MessageSection.tsx'
import { ProcessSection } from './ProcessSection.tsx'
import { SealSection } from './SealSection.tsx'
import { StorageSection } from './StorageSection.tsx'
import { useOperationsText } from './texts/index.ts'
import { useWatching } from './use-watching.ts'
import '../facts.css'
import './operations.css'

const pageState = { range: 'hour' }

/** Interval between requests, in milliseconds. Server processes write their counts at the same interval. */
const pause = 15_000

function Figures({ overview, range }: { readonly overview: Overview; readonly range: TimeRange }) {
  const now = Date.parse(overview.time)
  const { alarms, calls, messages, seals, jobs, processes, storage, files, disks } = overview
  return (
    <>
      <AlarmSection alarms={alarms} />
      <CallCharts figures={calls} range={range} now={now} />
      <MessageSection figures={messages} range={range} now={now} />
      <div className="operations-columns">
        <AreaTable figures={calls} />
        <div className="operations-stack">
          <SealSection figures={seals} now={now} />
          <JobSection jobs={jobs} />
        </div>
      </div>
      <ProcessSection processes={processes} />
      <StorageSection storage={storage} files={files} disks={disks} />
    </>
  )
}

/**
 * Page that shows the state of the deployment: alarms, calls, messages, audit trail, jobs, server processes and
 * storage.
 */
export default function OperationsPage() {
  const t = useOperationsText()
  const label = useLabels('operations')
  const [state, set] = useAddressState(pageState)
  const range = timeRanges.find((one) => one === state.range) ?? 'hour'
  const watching = useWatching()
  const { data, error, refetch, isFetching } = useCall(
    operationsOverview,
    { range },
    { repeatAfter: watching ? pause : undefined },
  )
  return (
    <div className="page">
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
            {t('refresh')}
          </Button>
        }
      />
      <div>
        <Tabs
          label={label('range')}
          tabs={timeRanges.map((key) => ({ key, label: t(`range.${key}`) }))}
          shown={range}
          onShow={(chosen) => set({ range: chosen })}
          panelClassName="page operations-panel"
        >
          {data && (
            <p className="operations-summary">
              {t('updated', { time: shownInstant(data.time) })}{' '}
              {error ? (
                <span className="operations-stale" role="alert">
                  {t('stale', { reason: error.message })}
                </span>
              ) : (
                t(watching ? 'repeats' : 'paused')
              )}
            </p>
          )}
          {data && <Figures overview={data} range={range} />}
          {!data && (
            <div className="card">
              {error ? (
                <ErrorState
                  title={t('loadFailed')}
                  detail={error.message}
                  retryLabel={t('retry')}
                  onRetry={() => void refetch()}
                />
              ) : (
                <TableSkeleton />
              )}
            </div>
          )}
        </Tabs>
      </div>
    </div>
  )
}
