import { type Job, type jobList, jobStatus, jobTypes } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, RowActions, StatusTag, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { RunChart } from './RunChart.tsx'
import { isInProgress, lastEnded, outcomeOf, toneOf } from './runs.ts'
import { useJobOptions, wordOf } from './use-job-options.ts'

/** Job as a row of a table. */
export type JobRow = Job & { readonly id: string }

interface Handlers {
  readonly edit: (job: Job) => void
  readonly run: (job: Job) => void
  readonly pause: (job: Job) => void
  readonly resume: (job: Job) => void
  readonly showLog: (job: Job) => void
  readonly remove: (job: Job) => void
}

type Columns = ColumnsOf<typeof jobList>

/** Shows the outcome of the last run, or that a run is in progress. Shows nothing before the first run. */
function lastResultOf({ runs, lastResult }: Job, t: ReturnType<typeof useSoftwareBaseText>) {
  const last = isInProgress(runs) ? runs.at(-1) : lastEnded(runs)
  if (!last) return undefined
  const outcome = outcomeOf(last)
  return (
    <span title={outcome === 'underWay' ? undefined : lastResult}>
      <StatusTag tone={toneOf[outcome]}>{t(`job.outcome.${outcome}`)}</StatusTag>
    </span>
  )
}

/** Returns the columns of the job list. The handlers must stay the same functions between renders. */
export function useJobColumns({ edit, run, pause, resume, showLog, remove }: Handlers): Columns {
  const t = useSoftwareBaseText()
  const label = useLabels('job')
  const { statuses, types } = useJobOptions()
  return useMemo<Columns>(() => {
    const isPaused = (job: Job): boolean => job.status === jobStatus.paused
    const actionsOf = (job: Job) => [
      { label: t('job.edit'), onChoose: () => edit(job) },
      { label: t('job.log'), onChoose: () => showLog(job) },
      { label: t('job.run'), onChoose: () => run(job) },
      isPaused(job)
        ? { label: t('job.resume'), onChoose: () => resume(job) }
        : { label: t('job.pause'), onChoose: () => pause(job) },
      { label: t('job.delete'), danger: true, onChoose: () => remove(job) },
    ]
    return [
      {
        key: 'jobName',
        title: label('jobName'),
        width: 140,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'jobGroupName', title: label('jobGroup'), width: 104, hidden: true },
      {
        key: 'status',
        title: label('status'),
        width: 108,
        sortable: true,
        filter: { choices: statuses },
        render: (job) => (
          <StatusTag tone={isPaused(job) ? 'plain' : 'good'}>{wordOf(statuses, job.status)}</StatusTag>
        ),
      },
      {
        key: 'lastResult',
        title: t('job.lastResult'),
        width: 104,
        render: (job) => lastResultOf(job, t),
      },
      {
        key: 'runs',
        title: t('job.runs'),
        width: 116,
        render: ({ runs }) => (runs.length > 0 ? <RunChart runs={runs} /> : undefined),
      },
      {
        key: 'jobType',
        title: label('jobType'),
        width: 112,
        hidden: true,
        render: ({ jobType }) => wordOf(types, jobType),
      },
      {
        key: 'target',
        title: t('job.target'),
        width: 150,
        hidden: true,
        render: (job) =>
          job.jobType === jobTypes.handler
            ? `${job.beanName}.${job.methodName}`
            : `${job.httpMethod} ${job.httpUrl}`,
      },
      {
        key: 'nextTime',
        title: label('nextTime'),
        width: 184,
        sortable: true,
        render: ({ nextTime }) => nextTime && shownInstant(nextTime),
      },
      {
        key: 'cronExpression',
        title: label('cronExpression'),
        width: 120,
        render: ({ cronExpression }) => <code title={cronExpression}>{cronExpression}</code>,
      },
      { key: 'remark', title: label('remark'), width: 140, hidden: true },
      {
        key: 'createTime',
        title: label('createTime'),
        width: 168,
        sortable: true,
        hidden: true,
        render: ({ createTime }) => shownInstant(createTime),
      },
      {
        key: 'actions',
        title: t('job.actions'),
        width: 150,
        actions: true,
        render: (job) => (
          <RowActions
            itemName={job.displayName}
            actions={actionsOf(job)}
            inSight={2}
            history={{ entity: 'job', entityId: job.jobId }}
          />
        ),
      },
    ]
  }, [t, label, statuses, types, edit, run, pause, resume, showLog, remove])
}
