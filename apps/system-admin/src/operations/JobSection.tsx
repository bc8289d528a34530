import type { TroubledJob } from '@atrium/contract'
import { Link, pathOf, useLabels, useLocation } from '@atrium/shared-api'
import { type Column, DataTable, StatusTag, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

type Row = TroubledJob & { readonly id: string }

function JobTable({ jobs }: { readonly jobs: readonly TroubledJob[] }) {
  const t = useOperationsText()
  const label = useLabels('operations')
  const { pathname } = useLocation()
  const rows = useMemo(() => jobs.map((job) => ({ id: job.jobId, ...job })), [jobs])
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'jobName',
        title: t('job'),
        width: 150,
        always: true,
        render: ({ jobName }) => (
          <Link
            className="operations-link"
            to={{ pathname: pathOf('task', pathname), search: new URLSearchParams({ jobName }).toString() }}
          >
            {jobName}
          </Link>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        width: 120,
        render: ({ dueTime, failedTime }) => (
          <>
            {dueTime && <StatusTag tone="warning">{t('late')}</StatusTag>}{' '}
            {failedTime && <StatusTag tone="bad">{t('failed')}</StatusTag>}
          </>
        ),
      },
      {
        key: 'time',
        title: t('since'),
        width: 168,
        render: ({ dueTime, failedTime }) => shownInstant(failedTime || dueTime),
      },
      { key: 'failure', title: label('failure'), width: 180 },
    ],
    [t, label, pathname],
  )
  return (
    <DataTable name="operations.jobs" label={t('jobsTitle')} columns={columns} rows={rows} empty={null} />
  )
}

/** Lists late jobs and jobs whose last run failed. */
export function JobSection({ jobs }: { readonly jobs: readonly TroubledJob[] | null }) {
  const t = useOperationsText()
  const { pathname } = useLocation()
  return (
    <Section
      title={t('jobsTitle')}
      part={jobs}
      tools={
        <Link className="operations-link" to={pathOf('task', pathname)}>
          {t('allJobs')}
        </Link>
      }
    >
      {(known) =>
        known.length > 0 ? <JobTable jobs={known} /> : <p className="operations-fine">{t('noTrouble')}</p>
      }
    </Section>
  )
}
