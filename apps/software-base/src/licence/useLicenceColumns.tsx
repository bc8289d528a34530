import type { Licence, licenceList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn, StatusTag, type Tone } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (licence: Licence) => void
  readonly remove: (input: { id: string }, name: string) => void
}

const tones: Readonly<Record<Licence['state'], Tone>> = {
  open: 'good',
  ending: 'warning',
  upcoming: 'info',
  expired: 'bad',
  disabled: 'plain',
}

const nameOf = ({ tenantName, softwareName }: Licence): string => `${tenantName} · ${softwareName}`

/** The columns of the list of licences. */
export function useLicenceColumns({ edit, remove }: Handlers): ColumnsOf<typeof licenceList> {
  const t = useSoftwareBaseText()
  const label = useLabels('licence')
  return useMemo(() => {
    /** How much is used of a limit: said with more weight where nothing is left. */
    const usage = (used: number, limited: boolean, maximum: number) => {
      const most = limited ? maximum.toLocaleString() : t('licence.unlimited')
      const words = t('licence.used', { used, most })
      return limited && used >= maximum ? <StatusTag tone="warning">{words}</StatusTag> : words
    }
    return [
      { key: 'tenantName', title: label('tenantName'), width: 140, always: true },
      { key: 'softwareName', title: label('softwareName'), width: 140 },
      {
        key: 'endTime',
        title: t('licence.time'),
        width: 206,
        sortable: true,
        render: ({ timeEnable, startTime, endTime }) =>
          timeEnable ? t('licence.from', { from: startTime, to: endTime }) : t('licence.unlimited'),
      },
      {
        key: 'studies',
        title: t('licence.studies'),
        width: 114,
        render: ({ nowStudyNum, studyEnable, maxStudy }) => usage(nowStudyNum, studyEnable, maxStudy),
      },
      {
        key: 'users',
        title: t('licence.users'),
        width: 114,
        render: ({ nowUserNum, userEnable, maxUser }) => usage(nowUserNum, userEnable, maxUser),
      },
      {
        key: 'state',
        title: label('state'),
        width: 104,
        render: ({ state }) => <StatusTag tone={tones[state]}>{t(`licence.states.${state}`)}</StatusTag>,
      },
      editColumn({
        name: nameOf,
        edit,
        remove: (licence) => remove({ id: licence.id }, nameOf(licence)),
      }),
    ]
  }, [t, label, edit, remove])
}
