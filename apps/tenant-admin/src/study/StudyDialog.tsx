import { type Call, categories, type Study, studySave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, FormSection, type ShowValue } from '@atrium/ui-kit/overlay'
import { DictionaryName, DictionarySelect, TenantLookup, TenantName } from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'
import { SchedulePart } from './SchedulePart.tsx'
import './study.css'

interface Props {
  readonly state: EntityDialogState<Study>
  readonly refreshes: readonly Call[]
}

const Field = fieldOf(studySave)

/** Dictionary terms of a study, two per row. */
const terms = [
  ['researchStageId', categories.researchStage],
  ['studyStatusId', categories.studyStatus],
  ['researchTypeId', categories.researchType],
  ['studyScopeId', categories.studyScope],
  ['productTypeId', categories.productType],
  ['therapeuticAreaId', categories.therapeuticArea],
] as const

const show: ShowValue<typeof studySave> = {
  tenantId: (id) => <TenantName id={id} />,
  ...Object.fromEntries(
    terms.map(([name, categoryId]) => [
      name,
      (id: string, { tenantId }: Readonly<Record<string, unknown>>) => (
        <DictionaryName categoryId={categoryId} tenantId={String(tenantId)} id={id} />
      ),
    ]),
  ),
}

/** Optional parts of the study dialog. Empty parts are folded. */
const partsOf = {
  terms: terms.map(([name]) => name),
  parties: ['sponsor', 'department', 'partner'],
  schedule: ['startTime', 'endTime', 'durationTime'],
  design: ['indication', 'productInfo', 'drugInfo', 'designInfo'],
} as const satisfies Record<string, readonly (keyof Study)[]>

/** Adds or edits a study. Its tenant cannot be changed later. Required fields come first. */
export function StudyDialog({ state, refreshes }: Props) {
  const t = useTenantText()
  const { values = {} } = state.subject ?? {}
  const part = (name: keyof typeof partsOf) => ({
    title: t(`study.parts.${name}`),
    open: partsOf[name].some((field) => Boolean(values[field])),
  })
  return (
    <EntityDialog
      state={state}
      call={studySave}
      name={t('study.name')}
      width={500}
      history={({ id, studyName }) => ({ entity: 'study', entityId: id, name: studyName })}
      refreshes={refreshes}
      show={show}
    >
      <FormSection title={t('study.parts.basics')} open>
        <Field name="tenantId">
          <TenantLookup disabled />
        </Field>
        <Field name="studyName">
          <Input />
        </Field>
        <div className="field-row">
          <Field name="studyCode">
            <Input />
          </Field>
          <Field name="planCode">
            <Input />
          </Field>
          <Field name="nameAbbr">
            <Input />
          </Field>
          <Field name="principal">
            <Input />
          </Field>
        </div>
        <Field name="fameFull">
          <Input.TextArea rows={2} />
        </Field>
        <div className="field-row">
          <Field name="siteCount">
            <Input />
          </Field>
          <Field name="patientCount">
            <Input />
          </Field>
        </div>
      </FormSection>
      <FormSection {...part('terms')}>
        <div className="field-row">
          {terms.map(([name, categoryId]) => (
            <Field key={name} name={name}>
              <DictionarySelect categoryId={categoryId} tenantId={values.tenantId ?? ''} allowClear />
            </Field>
          ))}
        </div>
      </FormSection>
      <FormSection {...part('parties')}>
        <Field name="sponsor">
          <Input />
        </Field>
        <div className="field-row">
          <Field name="department">
            <Input />
          </Field>
          <Field name="partner">
            <Input />
          </Field>
        </div>
      </FormSection>
      <FormSection {...part('schedule')}>
        <SchedulePart />
      </FormSection>
      <FormSection {...part('design')}>
        {partsOf.design.map((name) => (
          <Field key={name} name={name}>
            <Input.TextArea rows={3} />
          </Field>
        ))}
      </FormSection>
    </EntityDialog>
  )
}
