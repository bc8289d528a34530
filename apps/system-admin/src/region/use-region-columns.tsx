import { type Region, regionDelete } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, editColumn, RowChoice } from '@atrium/ui-kit/list'
import { useDeletion } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { regionReaders } from './levels.ts'

interface Options {
  /** Id of the selected region. */
  readonly chosen?: string
  /** Set only for regions that have children. */
  readonly onChoose?: ((id: string) => void) | undefined
  readonly edit: (region: Region) => void
}

/** Returns the columns of a table of regions. */
export function useRegionColumns({ chosen, onChoose, edit }: Options): readonly Column<Region>[] {
  const t = useSystemText()
  const label = useLabels('region')
  const remove = useDeletion(regionDelete, regionReaders)
  return useMemo(
    () => [
      {
        key: 'displayName',
        title: label('name'),
        width: 90,
        always: true,
        render: ({ id, displayName }) =>
          onChoose ? (
            <RowChoice name={displayName} chosen={id === chosen} onChoose={() => onChoose(id)} />
          ) : (
            displayName
          ),
      },
      { key: 'areaCode', title: t('region.code'), width: 76 },
      editColumn({
        name: ({ displayName }) => displayName,
        history: 'area',
        edit,
        remove: ({ id, displayName }) => remove({ id }, displayName),
        width: 68,
        folded: true,
      }),
    ],
    [t, label, chosen, onChoose, edit, remove],
  )
}
