import { holdList, type LegalHold } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import {
  CheckFilter,
  type ColumnsOf,
  EmptyState,
  KeywordInput,
  ListCard,
  RowActions,
  shownInstant,
  useList,
} from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { ReleaseDialog } from './HoldDialogs.tsx'
import { Lines } from './Lines.tsx'
import { usePrivacyText } from './texts/index.ts'

function useColumns(release: (hold: LegalHold) => void): ColumnsOf<typeof holdList> {
  const t = usePrivacyText()
  const word = useContractText()
  const label = useLabels('privacy')
  return useMemo(
    () => [
      {
        key: 'name',
        title: label('name'),
        width: 160,
        always: true,
        pinned: true,
        render: ({ name }) => name,
      },
      {
        key: 'scope',
        title: label('scope'),
        width: 90,
        render: ({ scope }) => word(`privacy.scopes.${scope}`),
      },
      { key: 'subjectName', title: label('subjectName'), width: 180, render: (hold) => hold.subjectName },
      { key: 'reason', title: label('reason'), width: 200, render: ({ reason }) => reason },
      {
        key: 'placeTime',
        title: label('placeTime'),
        width: 180,
        sortable: true,
        render: ({ placerName, placeTime }) => (
          <Lines first={placerName} others={[shownInstant(placeTime)]} />
        ),
      },
      {
        key: 'releaseTime',
        title: label('releaseTime'),
        width: 200,
        render: ({ releaserName, releaseTime, releaseReason }) =>
          releaseTime !== '' && (
            <Lines first={releaserName} others={[shownInstant(releaseTime), releaseReason]} />
          ),
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 120,
        actions: true,
        render: (hold) => (
          <RowActions
            itemName={hold.name}
            history={{ entity: 'legal_hold', entityId: hold.id }}
            actions={
              hold.releaseTime === '' ? [{ label: t('holds.release'), onChoose: () => release(hold) }] : []
            }
          />
        ),
      },
    ],
    [t, word, label, release],
  )
}

const filters = { state: '', keyWord: '' }

/** Lists the legal holds that apply, or those that were released. */
export function HoldsPart() {
  const t = usePrivacyText()
  const list = useList(holdList, { filters })
  const { values, choose, filter } = list.state
  const releasing = useEntityDialog<LegalHold>()
  const columns = useColumns(releasing.edit)
  return (
    <>
      <ListCard
        list={list}
        name="legalHolds"
        label={t('parts.holds')}
        columns={columns}
        filters={
          <>
            <KeywordInput
              placeholder={t('holds.search')}
              value={values.keyWord ?? ''}
              onChange={(keyWord) => filter({ keyWord })}
            />
            <CheckFilter
              checked={values.state === 'released'}
              onChange={(checked) => choose({ state: checked ? 'released' : '' })}
            >
              {t('holds.released')}
            </CheckFilter>
          </>
        }
        empty={<EmptyState title={t('holds.empty')} hint={t('holds.emptyHint')} />}
      />
      <ReleaseDialog state={releasing} />
    </>
  )
}
