import {
  evidenceStates,
  type TrainingEvidence,
  traineeList,
  trainingEvidenceFile,
  trainingEvidenceList,
  trainingEvidenceRevoke,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button, fieldOf, Input } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  DownloadProgress,
  EmptyState,
  ListCard,
  RowActions,
  StatusTag,
  shownInstant,
  useDownloads,
  useList,
} from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, useEntityDialog } from '@atrium/ui-kit/overlay'
import { StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { EvidenceDialog, type EvidenceValues } from './EvidenceDialog.tsx'
import { useTrainingText } from './texts/index.ts'

const Field = fieldOf(trainingEvidenceRevoke)
const refreshes = [trainingEvidenceList, traineeList]
const tones = { valid: 'good', expired: 'bad', revoked: 'plain' } as const

/** Revokes evidence, with the reason. */
function RevokeDialog({ state }: { readonly state: EntityDialogState<TrainingEvidence> }) {
  const t = useTrainingText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={trainingEvidenceRevoke}
      name={t('parts.evidence')}
      title={t('evidence.revokeTitle', { person: state.subject?.values.personName ?? '' })}
      ok={t('evidence.revoke')}
      history={({ id, personName }) => ({ entity: 'training_evidence', entityId: id, name: personName })}
      refreshes={refreshes}
      done={() => word('training.done.revoked')}
    >
      <Field name="revokeReason" extra={t('evidence.revokeHint')}>
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}

/** Lists the evidence of a tenant, newest first. */
export function EvidenceList({ tenantId }: { readonly tenantId: string }) {
  const t = useTrainingText()
  const word = useContractText()
  const label = useLabels('training')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(trainingEvidenceList, { filters: stateFilters, fixed, enabled: tenantId !== '' })
  const recording = useEntityDialog<EvidenceValues>()
  const revoking = useEntityDialog<TrainingEvidence>()
  const { edit: revoke } = revoking
  const downloads = useDownloads({
    done: t('evidence.downloading.done'),
    cancelled: t('evidence.downloading.cancelled'),
    busy: t('evidence.downloading.busy'),
  })
  const { start } = downloads
  const columns = useMemo<ColumnsOf<typeof trainingEvidenceList>>(
    () => [
      {
        key: 'personName',
        title: label('personName'),
        width: 140,
        always: true,
        pinned: true,
        render: ({ personName }) => personName,
      },
      {
        key: 'trainingName',
        title: label('trainingName'),
        width: 200,
        render: ({ trainingName }) => trainingName,
      },
      {
        key: 'state',
        title: label('state'),
        width: 90,
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{word(`training.evidence.${state}`)}</StatusTag>
        ),
      },
      { key: 'doneOn', title: label('doneOn'), width: 120, render: ({ doneOn }) => doneOn },
      {
        key: 'validUntil',
        title: label('validUntil'),
        width: 120,
        render: ({ validUntil }) => validUntil || word('training.shown.noLimit'),
      },
      {
        key: 'certificateNo',
        title: label('certificateNo'),
        width: 140,
        render: ({ certificateNo }) => certificateNo,
      },
      {
        key: 'recorderName',
        title: label('recorderName'),
        width: 140,
        render: ({ recorderName, softName }) =>
          softName === '' ? recorderName : t('evidence.byProduct', { product: softName }),
      },
      {
        key: 'recordTime',
        title: label('recordTime'),
        width: 160,
        render: ({ recordTime }) => shownInstant(recordTime),
      },
      {
        key: 'revokeReason',
        title: label('revokeReason'),
        width: 180,
        render: ({ revokeReason }) => revokeReason,
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 160,
        actions: true,
        render: (evidence) => (
          <RowActions
            itemName={evidence.personName}
            history={{ entity: 'training_evidence', entityId: evidence.id }}
            actions={[
              ...(evidence.fileName === ''
                ? []
                : [
                    {
                      label: t('evidence.download'),
                      onChoose: () =>
                        void start(trainingEvidenceFile, { id: evidence.id }, evidence.fileName),
                    },
                  ]),
              ...(evidence.state === 'revoked'
                ? []
                : [{ label: t('evidence.revoke'), danger: true, onChoose: () => revoke(evidence) }]),
            ]}
          />
        ),
      },
    ],
    [t, word, label, revoke, start],
  )
  const states = useMemo(
    () => evidenceStates.map((state) => ({ value: state, label: word(`training.evidence.${state}`) })),
    [word],
  )
  return (
    <>
      <ListCard
        list={list}
        name="trainingEvidence"
        label={t('parts.evidence')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('search.evidence')} />}
        tools={
          <>
            <div className="training-tools">
              <Button type="primary" onClick={() => recording.add({ tenantId })}>
                {t('evidence.add')}
              </Button>
            </div>
            <DownloadProgress
              downloads={downloads}
              label={(name) => t('evidence.downloading.progress', { name })}
              cancel={t('evidence.downloading.stop')}
            />
          </>
        }
        empty={<EmptyState title={t('empty.evidence')} hint={t('empty.evidenceHint')} />}
      />
      <EvidenceDialog tenantId={tenantId} state={recording} />
      <RevokeDialog state={revoking} />
    </>
  )
}
