import { type Trainee, type TraineeState, traineeList, traineeStates } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  EmptyState,
  inShort,
  ListCard,
  RowActions,
  StatusTag,
  shownInstant,
  type Tone,
  useList,
} from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { LookupSelect, StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useTrainingChoices } from './choices.ts'
import { EvidenceDialog, type EvidenceValues } from './EvidenceDialog.tsx'
import {
  type EndedOverride,
  EndOverrideDialog,
  OverrideDialog,
  type OverrideValues,
} from './OverrideDialogs.tsx'
import { useTrainingText } from './texts/index.ts'

const filters = { studyUrlId: '', ...stateFilters }

const tones: Readonly<Record<TraineeState, Tone>> = {
  suspended: 'bad',
  waiting: 'warning',
  overridden: 'info',
  complete: 'good',
}

/** Lists the people in studies that require trainings, those who cannot work first. */
export function TraineeList({ tenantId }: { readonly tenantId: string }) {
  const t = useTrainingText()
  const word = useContractText()
  const label = useLabels('training')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(traineeList, { filters, fixed, enabled: tenantId !== '' })
  const { values, choose } = list.state
  const { studies, failed } = useTrainingChoices(tenantId)
  const recording = useEntityDialog<EvidenceValues>()
  const overriding = useEntityDialog<OverrideValues>()
  const ending = useEntityDialog<EndedOverride>()
  const { add: record } = recording
  const { add: override } = overriding
  const { edit: end } = ending
  const columns = useMemo<ColumnsOf<typeof traineeList>>(() => {
    const acts = ({ tenantUserId, studyUrlId, personName, missing, overrideId, mayOverride }: Trainee) => {
      const [first] = missing
      if (!mayOverride) return []
      return [
        ...(first
          ? [
              {
                label: t('evidence.add'),
                onChoose: () => record({ tenantId, tenantUserId, trainingId: first.id }),
              },
            ]
          : []),
        ...(first && overrideId === ''
          ? [{ label: t('override.add'), onChoose: () => override({ studyUrlId, tenantUserId, personName }) }]
          : []),
        ...(overrideId === ''
          ? []
          : [
              { label: t('override.end'), danger: true, onChoose: () => end({ id: overrideId, personName }) },
            ]),
      ]
    }
    return [
      {
        key: 'personName',
        title: label('personName'),
        width: 140,
        always: true,
        pinned: true,
        render: ({ personName }) => personName,
      },
      {
        key: 'state',
        title: label('state'),
        width: 110,
        render: ({ state }) => <StatusTag tone={tones[state]}>{word(`training.states.${state}`)}</StatusTag>,
      },
      {
        key: 'missing',
        title: label('missing'),
        width: 200,
        render: ({ missing }) => missing.map(({ name }) => name).join(' / '),
      },
      { key: 'validUntil', title: label('validUntil'), width: 120, render: ({ validUntil }) => validUntil },
      {
        key: 'studyName',
        title: label('studyName'),
        width: 200,
        render: ({ studyName, studyCode }) => `${studyName} ${studyCode}`,
      },
      { key: 'softName', title: label('softName'), width: 80, render: ({ softName }) => inShort(softName) },
      { key: 'userName', title: label('userName'), width: 130, render: ({ userName }) => userName },
      {
        key: 'since',
        title: label('since'),
        width: 160,
        render: ({ since }) => since !== '' && shownInstant(since),
      },
      {
        key: 'overrideUntil',
        title: label('overrideUntil'),
        width: 180,
        render: ({ overrideUntil, overrideReason }) =>
          overrideUntil !== '' && `${overrideUntil} ${overrideReason}`,
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 200,
        actions: true,
        render: (trainee) => (
          <RowActions
            itemName={trainee.personName}
            history={
              trainee.overrideId === ''
                ? 'none'
                : { entity: 'training_override', entityId: trainee.overrideId }
            }
            actions={acts(trainee)}
          />
        ),
      },
    ]
  }, [t, word, label, tenantId, record, override, end])
  const states = useMemo(
    () => traineeStates.map((state) => ({ value: state, label: word(`training.states.${state}`) })),
    [word],
  )
  return (
    <>
      <ListCard
        list={list}
        name="trainees"
        label={t('parts.people')}
        columns={columns}
        filters={
          <>
            <LookupSelect
              className="filter-select"
              label={label('studyUrlId')}
              placeholder={t('anyStudy')}
              allowClear
              choices={studies}
              failed={failed}
              value={values.studyUrlId ?? ''}
              onChange={(studyUrlId) => choose({ studyUrlId })}
            />
            <StateFilters of={list.state} states={states} search={t('search.people')} />
          </>
        }
        empty={<EmptyState title={t('empty.people')} hint={t('empty.peopleHint')} />}
      />
      <EvidenceDialog tenantId={tenantId} state={recording} />
      <OverrideDialog tenantId={tenantId} state={overriding} />
      <EndOverrideDialog tenantId={tenantId} state={ending} />
    </>
  )
}
