import {
  offeredRoles,
  remoteRoles,
  type TrainingRequirement,
  traineeList,
  trainingList,
  trainingRequirementDelete,
  trainingRequirementList,
  trainingRequirementSave,
} from '@atrium/contract'
import { useContractText, useLabels, useLanguage } from '@atrium/shared-api'
import { Button, Form, fieldOf, Input } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  EmptyState,
  editColumn,
  inShort,
  ListCard,
  nameIn,
  useCall,
  useList,
} from '@atrium/ui-kit/list'
import {
  EntityDialog,
  type EntityDialogState,
  type ShowValue,
  useDeletion,
  useEntityDialog,
} from '@atrium/ui-kit/overlay'
import { DateInput, LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useTrainingChoices } from './choices.ts'
import { useTrainingText } from './texts/index.ts'

const Field = fieldOf(trainingRequirementSave)
const refreshes = [trainingRequirementList, traineeList, trainingList]

interface Props {
  readonly tenantId: string
}

/** Fields for the role, which the product of the chosen study names. */
function RoleField() {
  const t = useTrainingText()
  const word = useContractText()
  const language = useLanguage()
  const { form } = Form.useFormContext()
  const studyUrlId = String(Form.useWatch('studyUrlId', form) ?? '')
  const roleId = String(Form.useWatch('roleId', form) ?? '')
  const roleName = String(Form.useWatch('roleName', form) ?? '')
  const { data, isError } = useCall(remoteRoles, { studyUrlId }, { enabled: studyUrlId !== '' })
  const roles = useMemo(() => {
    const offered = data ? offeredRoles(data) : []
    const kept =
      roleId === '' || offered.some(({ id }) => id === roleId) ? [] : [{ id: roleId, name: roleName }]
    return [...offered, ...kept]
  }, [data, roleId, roleName])
  return (
    <>
      <Field name="roleId" extra={t(isError ? 'requirement.rolesFailed' : 'requirement.roleHint')}>
        <LookupSelect
          allowClear
          placeholder={word('training.shown.everyRole')}
          choices={
            studyUrlId === '' || data || isError
              ? roles.map(({ id, name }) => ({ value: id, label: nameIn(language, name) || id }))
              : undefined
          }
          onChange={(id) =>
            form.setFieldsValue({ roleName: roles.find((role) => role.id === id)?.name ?? '' })
          }
        />
      </Field>
      <Field name="roleName" hidden>
        <Input />
      </Field>
    </>
  )
}

/** Adds or edits a requirement. Its study and training stay. */
function RequirementDialog({
  state,
  tenantId,
}: Props & { readonly state: EntityDialogState<TrainingRequirement> }) {
  const t = useTrainingText()
  const language = useLanguage()
  const { studies, trainings, failed } = useTrainingChoices(tenantId)
  const isNew = state.subject?.mode === 'add'
  const show = useMemo<ShowValue<typeof trainingRequirementSave>>(
    () => ({ roleName: (name) => nameIn(language, String(name)) }),
    [language],
  )
  return (
    <EntityDialog
      state={state}
      call={trainingRequirementSave}
      name={t('requirement.name')}
      width={600}
      history={({ id, trainingName }) => ({
        entity: 'training_requirement',
        entityId: id,
        name: trainingName,
      })}
      refreshes={refreshes}
      show={show}
    >
      <Field name="studyUrlId">
        <LookupSelect choices={studies} failed={failed} disabled={!isNew} />
      </Field>
      <Field name="trainingId">
        <LookupSelect choices={trainings} failed={failed} disabled={!isNew} />
      </Field>
      <RoleField />
      <Field name="fromDay" extra={t('requirement.fromHint')}>
        <DateInput />
      </Field>
    </EntityDialog>
  )
}

/** Lists the trainings that studies of a tenant require. */
export function RequirementList({ tenantId }: Props) {
  const t = useTrainingText()
  const word = useContractText()
  const language = useLanguage()
  const label = useLabels('training')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(trainingRequirementList, { fixed, enabled: tenantId !== '' })
  const dialog = useEntityDialog<TrainingRequirement>()
  const { edit } = dialog
  const remove = useDeletion(trainingRequirementDelete, refreshes, t('requirement.delete'))
  const columns = useMemo<ColumnsOf<typeof trainingRequirementList>>(
    () => [
      {
        key: 'studyName',
        title: label('studyName'),
        width: 220,
        always: true,
        pinned: true,
        render: ({ studyName, studyCode }) => `${studyName} ${studyCode}`,
      },
      { key: 'softName', title: label('softName'), width: 90, render: ({ softName }) => inShort(softName) },
      {
        key: 'trainingName',
        title: label('trainingName'),
        width: 200,
        render: ({ trainingName }) => trainingName,
      },
      {
        key: 'roleName',
        title: label('roleName'),
        width: 160,
        render: ({ roleId, roleName }) =>
          roleId === '' ? word('training.shown.everyRole') : nameIn(language, roleName) || roleId,
      },
      { key: 'fromDay', title: label('fromDay'), width: 130, render: ({ fromDay }) => fromDay },
      editColumn<TrainingRequirement>({
        name: ({ trainingName }) => trainingName,
        history: 'training_requirement',
        edit,
        remove: (row) => remove({ id: row.id }, row.trainingName, row.tenantId),
      }),
    ],
    [word, language, label, edit, remove],
  )
  return (
    <>
      <ListCard
        list={list}
        name="trainingRequirements"
        label={t('parts.requirements')}
        columns={columns}
        tools={
          <div className="training-tools">
            <Button type="primary" onClick={() => dialog.add({ tenantId })}>
              {t('requirement.add')}
            </Button>
          </div>
        }
        empty={<EmptyState title={t('empty.requirements')} hint={t('empty.requirementsHint')} />}
      />
      <RequirementDialog state={dialog} tenantId={tenantId} />
    </>
  )
}
