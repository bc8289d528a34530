import {
  type Training,
  trainingChoices,
  trainingDelete,
  trainingKinds,
  trainingList,
  trainingSave,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button, fieldOf, Input } from '@atrium/ui-kit'
import { type ColumnsOf, EmptyState, editColumn, KeywordInput, ListCard, useList } from '@atrium/ui-kit/list'
import {
  EntityDialog,
  type EntityDialogState,
  RadioChoice,
  useDeletion,
  useEntityDialog,
} from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useTrainingText } from './texts/index.ts'

const Field = fieldOf(trainingSave)
const refreshes = [trainingList, trainingChoices]
const filters = { keyWord: '' }

/** Adds or edits a training. */
function TrainingDialog({ state }: { readonly state: EntityDialogState<Training> }) {
  const t = useTrainingText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={trainingSave}
      name={t('training.name')}
      history={({ id, name }) => ({ entity: 'training', entityId: id, name })}
      refreshes={refreshes}
    >
      <Field name="code" extra={t('training.codeHint')}>
        <Input />
      </Field>
      <Field name="name">
        <Input />
      </Field>
      <Field name="kind">
        <RadioChoice
          choices={trainingKinds.map((value) => ({ value, label: word(`training.kinds.${value}`) }))}
        />
      </Field>
      <Field name="months" extra={t('training.monthsHint')}>
        <Input />
      </Field>
    </EntityDialog>
  )
}

/** Lists the trainings of a tenant. */
export function TrainingList({ tenantId }: { readonly tenantId: string }) {
  const t = useTrainingText()
  const word = useContractText()
  const label = useLabels('training')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(trainingList, { filters, fixed, enabled: tenantId !== '' })
  const { values, filter } = list.state
  const dialog = useEntityDialog<Training>()
  const { edit } = dialog
  const remove = useDeletion(trainingDelete, refreshes, t('training.delete'))
  const columns = useMemo<ColumnsOf<typeof trainingList>>(
    () => [
      {
        key: 'name',
        title: label('name'),
        width: 220,
        always: true,
        pinned: true,
        render: ({ name }) => name,
      },
      { key: 'code', title: label('code'), width: 140, render: ({ code }) => code },
      { key: 'kind', title: label('kind'), width: 120, render: ({ kind }) => word(`training.kinds.${kind}`) },
      {
        key: 'months',
        title: label('months'),
        width: 120,
        render: ({ months }) =>
          months === 0 ? word('training.shown.noLimit') : word('training.shown.months', { count: months }),
      },
      {
        key: 'requirements',
        title: label('requirements'),
        width: 140,
        render: ({ requirements }) => requirements,
      },
      editColumn<Training>({
        name: ({ name }) => name,
        history: 'training',
        edit,
        remove: (training) => remove({ id: training.id }, training.name, training.tenantId),
        mayRemove: ({ requirements }) => requirements === 0,
      }),
    ],
    [t, word, label, edit, remove],
  )
  return (
    <>
      <ListCard
        list={list}
        name="trainings"
        label={t('parts.trainings')}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('search.trainings')}
            value={values.keyWord ?? ''}
            onChange={(keyWord) => filter({ keyWord })}
          />
        }
        tools={
          <div className="training-tools">
            <Button type="primary" onClick={() => dialog.add({ tenantId, months: 0 })}>
              {t('training.add')}
            </Button>
          </div>
        }
        empty={<EmptyState title={t('empty.trainings')} hint={t('empty.trainingsHint')} />}
      />
      <TrainingDialog state={dialog} />
    </>
  )
}
