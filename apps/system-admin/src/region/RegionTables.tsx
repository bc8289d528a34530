import type { Region } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { chosenRow, EmptyState, KeywordInput, type List, ListCard, useLocalList } from '@atrium/ui-kit/list'
import type { EntityDialogState } from '@atrium/ui-kit/overlay'
import { useCallback } from 'react'
import { useSystemText } from '../texts/index.ts'
import { type LowerLevel, levelTexts } from './levels.ts'
import type { ChildRegions } from './use-region-choice.ts'
import { useRegionColumns } from './use-region-columns.tsx'

interface CountryListProps {
  readonly list: List<Region>
  /** Id of the selected country. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
  readonly edit: (region: Region) => void
}

/** Lists the countries page by page, with a search by name or code. */
export function CountryList({ list, chosen, onChoose, edit }: CountryListProps) {
  const t = useSystemText()
  const columns = useRegionColumns({ chosen, onChoose, edit })
  return (
    <ListCard
      name="region.countries"
      label={t('region.country.heading')}
      heading={t('region.country.heading')}
      list={list}
      compact
      columns={columns}
      rowClassName={useCallback(({ id }: Region) => chosenRow(id === chosen), [chosen])}
      filters={
        <KeywordInput
          placeholder={t('region.search')}
          value={list.state.values.keyWord ?? ''}
          onChange={(keyWord) => list.state.filter({ keyWord })}
        />
      }
      empty={<EmptyState title={t('region.country.none')} hint={t('region.emptyHint')} />}
    />
  )
}

interface BelowCardProps {
  readonly level: LowerLevel
  readonly below: ChildRegions
  /** Parent region, once it is loaded. */
  readonly parent: Region | undefined
  /** Id of the selected region. */
  readonly chosen?: string
  readonly onChoose?: (id: string) => void
  readonly dialog: EntityDialogState<Region>
}

/** Lists the provinces of a country, or the cities of a province. */
export function ChildRegionsCard({ level, below, parent, chosen, onChoose, dialog }: BelowCardProps) {
  const t = useSystemText()
  const columns = useRegionColumns({ chosen, onChoose, edit: dialog.edit })
  const { parentId, regions, error, retry } = below
  const texts = levelTexts[level]
  const list = useLocalList(
    { rows: regions, error, retry },
    { name: texts, about: parentId, start: chosen, size: 50 },
  )
  const heading = t(`${texts}.heading`)
  return (
    <ListCard
      name={texts}
      label={heading}
      heading={heading}
      headingTools={
        <>
          <span className="region-parent" title={parent?.displayName}>
            {parent?.displayName}
          </span>
          {parentId !== '' && (
            <Button
              aria-label={t('region.add', { name: t(`${texts}.name`) })}
              onClick={() => dialog.add({ parentId, level })}
            >
              {t('action.add')}
            </Button>
          )}
        </>
      }
      list={list}
      compact
      columns={columns}
      rowClassName={({ id }) => chosenRow(id === chosen)}
      empty={
        <EmptyState
          title={t(`${texts}.none`)}
          hint={parentId === '' ? t(`${texts}.noParent`) : t('region.emptyHint')}
        />
      }
    />
  )
}
