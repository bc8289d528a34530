import type { Licence, licenceList } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { LicenceHoldersButton } from '@atrium/ui-kit/licence-holders'
import {
  type ColumnsOf,
  editColumn,
  LicenceState,
  StatusTag,
  useInZone,
  useLicencePeriod,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (licence: Licence) => void
  readonly remove: (input: { id: string }, name: string, tenantId: string) => void
}

const nameOf = ({ tenantName, softwareName }: Licence): string => `${tenantName} · ${softwareName}`

/** Returns the columns of the licence list. */
export function useLicenceColumns({ edit, remove }: Handlers): ColumnsOf<typeof licenceList> {
  const t = useSoftwareBaseText()
  const shared = useContractText()
  const period = useLicencePeriod()
  const inZone = useInZone()
  const label = useLabels('licence')
  return useMemo(() => {
    /** Shows how much of a limit is used, highlighted if nothing is left. */
    const usage = (used: number, limited: boolean, maximum: number) => {
      const max = limited ? maximum.toLocaleString() : shared('licence.unlimited')
      const words = t('licence.used', { used, max })
      return limited && used >= maximum ? <StatusTag tone="warning">{words}</StatusTag> : words
    }
    return [
      { key: 'tenantName', title: label('tenantName'), width: 140, always: true },
      { key: 'softwareName', title: label('softwareName'), width: 140, shortened: true },
      {
        key: 'endTime',
        title: inZone(t('licence.time')),
        width: 206,
        sortable: true,
        render: period,
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
        render: (licence) => (
          <LicenceHoldersButton licence={licence}>
            {usage(licence.nowUserNum, licence.userEnable, licence.maxUser)}
          </LicenceHoldersButton>
        ),
      },
      {
        key: 'state',
        title: label('state'),
        width: 104,
        render: ({ state }) => <LicenceState state={state} />,
      },
      editColumn({
        name: nameOf,
        history: 'tenant_software',
        edit,
        remove: (licence) => remove({ id: licence.id }, nameOf(licence), licence.tenantId),
      }),
    ]
  }, [t, shared, period, inZone, label, edit, remove])
}
