import { type Job, jobList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, otherZone, useList, useSelection } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { SoftwareFilter } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { JobDialog, newJob } from './JobDialog.tsx'
import { JobLogDialog } from './JobLogDialog.tsx'
import { JobTools } from './JobTools.tsx'
import { isInProgress } from './runs.ts'
import { type JobRow, useJobColumns } from './use-job-columns.tsx'
import { jobLists, useJobOperations } from './use-job-operations.ts'
import { useRefreshWhile } from './use-refresh-while.ts'
import './job.css'

const filters = { jobGroup: '', status: '', jobName: '' }
const nameOf = ({ displayName }: JobRow) => displayName

/** Page with the scheduled jobs: search, add, edit, pause, resume, run now, show the log, delete. */
export default function JobPage() {
  const t = useSoftwareBaseText()
  const answered = useList(jobList, { filters })
  const rows = useMemo(() => answered.rows?.map((job) => ({ ...job, id: job.jobId })), [answered.rows])
  const list = { ...answered, rows }
  useRefreshWhile(rows?.some(({ runs }) => isInProgress(runs)) ?? false, list.retry)
  const selection = useSelection(jobList.path)
  const selectable = useMemo(() => ({ selection, nameOf }), [selection])
  const dialog = useEntityDialog<Job>()
  const log = useEntityDialog<Job>()
  const operations = useJobOperations(selection)
  const columns = useJobColumns({ ...operations.one, edit: dialog.edit, showLog: log.edit })
  const add = (
    <Button type="primary" onClick={() => dialog.add(newJob)}>
      {t('job.add')}
    </Button>
  )
  const { values } = list.state
  const zone = otherZone()
  return (
    <>
      <ListPage
        title={t('job.title')}
        purpose={zone ? t('job.purposeInZone', { zone }) : t('job.purpose')}
        action={add}
        name="job"
        list={list}
        columns={columns}
        selectable={selectable}
        filters={
          <>
            <SoftwareFilter
              value={values.jobGroup ?? ''}
              onChange={(jobGroup) => list.state.choose({ jobGroup })}
            />
            <KeywordInput
              placeholder={t('job.search')}
              value={values.jobName ?? ''}
              onChange={(jobName) => list.state.filter({ jobName })}
            />
          </>
        }
        tools={<JobTools selection={selection} operations={operations.many} />}
        empty={<EmptyState title={t('job.empty')} hint={t('job.emptyHint')} action={add} />}
      />
      <JobDialog state={dialog} refreshes={jobLists} />
      {log.subject && (
        <JobLogDialog
          key={log.opening}
          jobId={log.subject.values.jobId ?? ''}
          name={log.subject.values.displayName ?? ''}
          open={log.open}
          onClose={log.close}
        />
      )}
    </>
  )
}
