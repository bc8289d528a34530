import type { Region } from '@atrium/contract'
import { chosenRow, EmptyState, KeywordInput, type List, ListCard } from '@atrium/ui-kit/list'
import { useCallback } from 'react'
import { useSystemText } from '../texts/index.ts'
import { useRegionColumns } from './useRegionColumns.tsx'

interface Props {
  readonly list: List<Region>
  /** The id of the chosen country. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
  readonly edit: (region: Region) => void
}

/** The countries, paged and searched by name or code. */
export function CountryList({ list, chosen, onChoose, edit }: Props) {
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
