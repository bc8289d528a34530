import { type Call, httpMethods, type Job, jobSave, jobStatus, jobTypes, jobUpdate } from '@atrium/contract'
import { profile } from '@atrium/shared-api'
import { Form, fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice, type ShowValue } from '@atrium/ui-kit/overlay'
import { SoftwareName, SoftwareSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { CronInput, useCronBuilder } from '../cron/CronInput.tsx'
import { useSoftwareBaseText } from '../texts/index.ts'
import { HandlerFields } from './HandlerFields.tsx'
import { useJobOptions, wordOf } from './use-job-options.ts'

interface Props {
  readonly state: EntityDialogState<Job>
  readonly refreshes: readonly Call[]
}

const Field = fieldOf(jobSave)

/** Initial values of a new job. They contain no schedule, because users must choose it themselves. */
export const newJob: Partial<Job> = {
  jobType: jobTypes.handler,
  status: jobStatus.running,
  httpMethod: 'GET',
}

const asNumbers = (choices: ReturnType<typeof useJobOptions>['types']) =>
  (choices ?? []).map(({ value, label }) => ({ value: Number(value), label }))

/** Renders the fields of the selected job type. */
function TargetFields() {
  const t = useSoftwareBaseText()
  const { form } = Form.useFormContext()
  const type = Number(Form.useWatch('jobType', form))
  if (type === jobTypes.handler) return <HandlerFields />
  return (
    <>
      <Field name="httpMethod">
        <RadioChoice choices={httpMethods.map((method) => ({ value: method, label: method }))} />
      </Field>
      <Field name="httpUrl" extra={t('job.httpUrlHint')}>
        <Input />
      </Field>
      <Field name="header" extra={t('job.headerHint')}>
        <Input.TextArea rows={3} />
      </Field>
    </>
  )
}

/** Adds or edits a job. The system and name of an existing job cannot be changed. */
export function JobDialog({ state, refreshes }: Props) {
  const t = useSoftwareBaseText()
  const options = useJobOptions()
  const builder = useCronBuilder()
  const fixed = state.subject?.mode === 'edit'
  const show = useMemo<ShowValue<typeof jobUpdate>>(
    () => ({
      jobGroup: (id) => <SoftwareName id={id} />,
      jobType: (value) => wordOf(options.types, value),
      status: (value) => wordOf(options.statuses, value),
    }),
    [options],
  )
  return (
    <>
      <EntityDialog
        state={state}
        call={fixed ? jobUpdate : jobSave}
        name={t('job.name')}
        width={720}
        history={({ jobId, displayName }) => ({ entity: 'job', entityId: jobId, name: displayName })}
        refreshes={refreshes}
        show={show}
      >
        <div className="field-row">
          <Field name="jobGroup">
            <SoftwareSelect disabled={fixed} />
          </Field>
          <Field name="jobName">
            <Input disabled={fixed} />
          </Field>
          <Field name="jobNameEn">
            <Input />
          </Field>
        </div>
        <div className="field-row">
          <Field name="jobType">
            <RadioChoice choices={asNumbers(options.types)} />
          </Field>
          <Field name="status">
            <RadioChoice choices={asNumbers(options.statuses)} />
          </Field>
        </div>
        <TargetFields />
        <Field name="params" extra={t('job.paramsHint')}>
          <Input.TextArea rows={2} />
        </Field>
        <Field name="cronExpression" extra={t('job.cronHint', { zone: profile().timeZone })}>
          <CronInput builder={builder} />
        </Field>
        <Field name="remark">
          <Input.TextArea rows={2} />
        </Field>
      </EntityDialog>
      {builder.dialog}
    </>
  )
}
