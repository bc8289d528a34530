import { type KindRetention, retentionList } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { type Column, DataTable, useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { usePrivacyText } from './texts/index.ts'

type Row = KindRetention & { readonly id: string }

/** Lists how long each kind of data is stored, and what deletes it. */
export function RetentionPart() {
  const t = usePrivacyText()
  const word = useContractText()
  const label = useLabels('privacy')
  const { data, error, refetch } = useCall(retentionList, {})
  const rows = useMemo(() => data?.map((row) => ({ ...row, id: row.kind })), [data])
  const columns = useMemo<readonly Column<Row>[]>(() => {
    const isKept = ({ days }: Row) => days === 0
    const deletedBy = (row: Row) =>
      row.jobName || (isKept(row) ? t('retention.nothing') : t('retention.maintenance'))
    const settingOf = (row: Row) => {
      if (row.setting !== '') return row.setting
      return row.jobName === '' ? t('retention.fixed') : t('retention.params')
    }
    return [
      {
        key: 'kind',
        title: label('kind'),
        width: 180,
        always: true,
        pinned: true,
        render: (row) => word(`privacy.retention.${row.kind}`),
      },
      {
        key: 'days',
        title: label('days'),
        width: 130,
        render: (row) => {
          if (!isKept(row)) return t('retention.days', { count: row.days })
          return row.kind === 'account' ? t('retention.forever') : t('retention.never')
        },
      },
      { key: 'setting', title: label('setting'), width: 200, render: settingOf },
      { key: 'jobName', title: label('jobName'), width: 180, render: deletedBy },
      {
        key: 'isHeld',
        title: label('isHeld'),
        width: 150,
        render: (row) => (row.isHeld ? t('retention.held') : t('retention.notHeld')),
      },
    ]
  }, [t, word, label])
  return (
    <div className="card">
      {error && !rows ? (
        <ErrorState
          title={t('person.failed')}
          detail={error.message}
          retryLabel={t('person.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <DataTable
          name="privacy.retention"
          label={t('parts.retention')}
          columns={columns}
          rows={rows}
          empty={null}
        />
      )}
    </div>
  )
}
