import { type JobLog, jobLogList } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  durationOf,
  EmptyState,
  ListParts,
  StatusTag,
  shownInstant,
  usePagedList,
} from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { isInProgress, outcomeOf, toneOf } from './runs.ts'
import { useRefreshWhile } from './use-refresh-while.ts'

interface Props {
  readonly jobId: string
  readonly name: string
  readonly open: boolean
  readonly onClose: () => void
}

/** Shows a text, folded to its first line if it is long. */
function LongText({ text }: { readonly text: string }) {
  const [line = '', ...more] = text.split('\n')
  if (more.length === 0 && line.length <= 24) return line
  return (
    <details className="job-log-text">
      <summary title={text}>{line}</summary>
      <pre>{text}</pre>
    </details>
  )
}

function useLogColumns(): ColumnsOf<typeof jobLogList> {
  const t = useSoftwareBaseText()
  const label = useLabels('job')
  const language = useLanguage()
  return useMemo(() => {
    const duration = (run: JobLog) =>
      outcomeOf(run) === 'underWay' ? undefined : durationOf(run.times, language)
    return [
      {
        key: 'createTime',
        title: t('job.logTime'),
        width: 168,
        always: true,
        render: ({ createTime }) => shownInstant(createTime),
      },
      {
        key: 'status',
        title: label('status'),
        width: 88,
        render: (run) => (
          <StatusTag tone={toneOf[outcomeOf(run)]}>{t(`job.outcome.${outcomeOf(run)}`)}</StatusTag>
        ),
      },
      { key: 'times', title: label('times'), width: 88, render: duration },
      {
        key: 'result',
        title: label('result'),
        width: 220,
        render: ({ result }) => <LongText text={result} />,
      },
      {
        key: 'params',
        title: label('params'),
        width: 150,
        render: ({ params }) => <LongText text={params} />,
      },
      { key: 'cause', title: label('cause'), width: 96, render: ({ cause }) => t(`job.cause.${cause}`) },
      {
        key: 'skipped',
        title: label('skipped'),
        width: 88,
        hidden: true,
        render: ({ skipped }) => skipped > 0 && String(skipped),
      },
    ]
  }, [t, label, language])
}

/** Shows the runs of a job, newest first. Refreshes the list while a run is in progress. */
export function JobLogDialog({ jobId, name, open, onClose }: Props) {
  const t = useSoftwareBaseText()
  const input = useMemo(() => ({ jobId }), [jobId])
  const list = usePagedList(jobLogList, input, { enabled: open })
  const columns = useLogColumns()
  useRefreshWhile(open && isInProgress(list.rows ?? []), list.retry)
  const title = t('job.logOf', { name })
  return (
    <Dialog
      open={open}
      title={title}
      width={1000}
      history={{ entity: 'job', entityId: jobId, name }}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('job.close')}</Button>}
    >
      <div className="job-log">
        <ListParts
          list={list}
          name="jobLog"
          label={title}
          columns={columns}
          empty={<EmptyState title={t('job.noRuns')} hint={t('job.noRunsHint')} />}
        />
      </div>
    </Dialog>
  )
}
