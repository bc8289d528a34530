import type { holderKinds, LicenceHolder, licenceHolders } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { useMemo } from 'react'
import { StatusTag, type Tone } from '../list/cells.tsx'
import type { ColumnsOf } from '../list/column.ts'

const tones: Readonly<Record<LicenceHolder['state'], Tone>> = {
  usable: 'good',
  disabled: 'bad',
  locked: 'bad',
  ended: 'bad',
  invited: 'info',
}

/** Returns the columns of the holders of a licence's seats. An invitation has no name yet. */
export function useHolderColumns(kind: (typeof holderKinds)[number]): ColumnsOf<typeof licenceHolders> {
  const word = useContractText()
  const label = useLabels('licence')
  return useMemo(() => {
    const names: ColumnsOf<typeof licenceHolders> =
      kind === 'user'
        ? [
            { key: 'displayName', title: label('fullName'), width: 140, always: true },
            { key: 'userName', title: label('userName'), width: 150 },
          ]
        : []
    return [
      ...names,
      { key: 'email', title: label('email'), width: 220, always: true },
      { key: 'studyCount', title: label('studyCount'), width: 90 },
      {
        key: 'state',
        title: label('state'),
        width: 100,
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{word(`licence.holderStates.${state}`)}</StatusTag>
        ),
      },
    ]
  }, [kind, word, label])
}
