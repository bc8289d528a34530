import { type Sms, smsList, smsLog, smsResend } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, KeywordInput, useList } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { messageFilters } from './MessageFilters.tsx'
import { MessageListPage } from './MessageListPage.tsx'
import { useMessageColumns } from './useMessageColumns.tsx'
import { useMessageLog } from './useMessageLog.ts'
import { useResending } from './useResending.ts'

const filters = { ...messageFilters, phone: '' }
const nameOf = ({ phone }: Sms) => phone

/** The SMS that were sent or are to be. */
export default function SmsPage() {
  const t = useSoftwareBaseText()
  const label = useLabels('message')
  const list = useList(smsList, { filters })
  const log = useMessageLog(smsLog)
  const resending = useResending(smsList, smsResend)
  const common = useMessageColumns<Sms>({ nameOf, log: log.open, resending })
  const columns: ColumnsOf<typeof smsList> = useMemo(
    () => [{ key: 'phone', title: label('phone'), width: 130, always: true }, ...common],
    [label, common],
  )
  return (
    <MessageListPage
      title={t('message.smsTitle')}
      purpose={t('message.smsPurpose')}
      name="sms"
      list={list}
      columns={columns}
      nameOf={nameOf}
      log={log}
      resending={resending}
      search={
        <KeywordInput
          placeholder={t('message.searchPhone')}
          value={list.state.values.phone ?? ''}
          onChange={(phone) => list.state.filter({ phone })}
        />
      }
    />
  )
}
