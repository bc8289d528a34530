import {
  type Inspection,
  type InspectionState,
  inspectionClose,
  inspectionFile,
  inspectionList,
  inspectionStates,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  DownloadProgress,
  EmptyState,
  editColumn,
  ListCard,
  StatusTag,
  shownInstant,
  type Tone,
  useDownloads,
  useList,
} from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo, useState } from 'react'
import { DecideDialog } from './DecideDialog.tsx'
import { FileDialog } from './FileDialog.tsx'
import { type NewInspection, OpenDialog } from './OpenDialog.tsx'
import { useInspectionText } from './texts/index.ts'

const tones: Readonly<Record<InspectionState, Tone>> = {
  upcoming: 'info',
  current: 'good',
  ended: 'plain',
  closed: 'plain',
}

interface Props {
  readonly tenantId: string
  readonly show: (id: string, inspector: string) => void
}

/** Lists the inspections of a tenant. */
export function InspectionList({ tenantId, show }: Props) {
  const t = useInspectionText()
  const word = useContractText()
  const label = useLabels('inspection')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(inspectionList, { filters: stateFilters, fixed, enabled: tenantId !== '' })
  const dialog = useEntityDialog<NewInspection>()
  const decision = useEntityDialog<Inspection>()
  const { edit: decide } = decision
  const [filed, setFiled] = useState<Inspection>()
  const downloads = useDownloads({
    done: t('file.done'),
    cancelled: t('file.cancelled'),
    busy: t('file.busy'),
  })
  const close = useCallback(
    ({ id, inspectorName, tenantId }: Inspection) =>
      void operate([inspectionList], {
        question: {
          title: t('close'),
          content: t('closeQuestion', { name: inspectorName }),
          ok: t('close'),
          cancel: t('keep'),
          danger: true,
        },
        call: inspectionClose,
        input: { id },
        tenantId,
        done: word('inspection.done.closed'),
      }),
    [t, word],
  )
  const columns = useMemo<ColumnsOf<typeof inspectionList>>(() => {
    const isOpen = ({ state }: Inspection) => state === 'upcoming' || state === 'current'
    return [
      {
        key: 'authority',
        title: label('authority'),
        width: 200,
        always: true,
        pinned: true,
        render: ({ authority, purpose }) => (
          <>
            {authority}
            <span className="inspection-line">{purpose}</span>
          </>
        ),
      },
      {
        key: 'inspectorName',
        title: label('inspectorName'),
        width: 180,
        render: ({ inspectorName, userName }) => (
          <>
            {inspectorName}
            <span className="inspection-line">{userName}</span>
          </>
        ),
      },
      {
        key: 'state',
        title: label('state'),
        width: 110,
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{word(`inspection.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'studies',
        title: label('studies'),
        width: 180,
        render: ({ studies }) => (
          <>
            {t('studyCount', { count: studies.length })}
            <span className="inspection-line">{studies.map(({ studyCode }) => studyCode).join(', ')}</span>
          </>
        ),
      },
      {
        key: 'accessUntil',
        title: label('period'),
        width: 200,
        render: ({ accessFrom, accessUntil }) => t('periodOf', { from: accessFrom, until: accessUntil }),
      },
      {
        key: 'unblinding',
        title: label('unblinding'),
        width: 170,
        render: ({ unblinding }) => word(`inspection.unblindings.${unblinding}`),
      },
      {
        key: 'lastLook',
        title: label('lastLook'),
        width: 170,
        render: ({ lastLook }) => (lastLook === '' ? t('noLook') : shownInstant(lastLook)),
      },
      {
        key: 'openTime',
        title: label('openTime'),
        width: 170,
        render: ({ openTime, openerName }) => (
          <>
            {shownInstant(openTime)}
            <span className="inspection-line">{openerName}</span>
          </>
        ),
      },
      editColumn<Inspection>({
        name: ({ authority }) => authority,
        history: 'inspection',
        before: (row) => [
          { label: t('looks'), onChoose: () => show(row.id, row.inspectorName) },
          { label: t('file.action'), onChoose: () => setFiled(row) },
          ...(row.mayDecide ? [{ label: t('decide'), onChoose: () => decide(row) }] : []),
          ...(isOpen(row) ? [{ label: t('close'), danger: true, onChoose: () => close(row) }] : []),
        ],
        width: 150,
      }),
    ]
  }, [t, word, label, show, close, decide])
  const states = useMemo(
    () => inspectionStates.map((state) => ({ value: state, label: word(`inspection.states.${state}`) })),
    [word],
  )
  return (
    <>
      <ListCard
        list={list}
        name="inspections"
        label={t('title')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('search')} />}
        tools={
          <div className="inspection-tools">
            <Button
              type="primary"
              onClick={() => dialog.add({ tenantId, studyIds: [], unblindingReason: '' })}
            >
              {t('add')}
            </Button>
            <DownloadProgress
              downloads={downloads}
              label={(name) => t('file.running', { name })}
              cancel={t('file.cancel')}
            />
          </div>
        }
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <OpenDialog state={dialog} />
      <DecideDialog state={decision} />
      {filed && (
        <FileDialog
          key={filed.id}
          inspection={filed}
          make={(days) => void downloads.start(inspectionFile, { id: filed.id, ...days }, filed.authority)}
          afterClose={() => setFiled(undefined)}
        />
      )}
    </>
  )
}
