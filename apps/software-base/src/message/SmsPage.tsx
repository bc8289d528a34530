import { type Sms, smsList, smsLog, smsResend } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, KeywordInput, useList } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { messageFilters } from './MessageFilters.tsx'
import { MessageListPage } from './MessageListPage.tsx'

const calls = { list: smsList, log: smsLog, resend: smsResend }
const filters = { ...messageFilters, phone: '' }
const nameOf = ({ phone }: Sms) => phone

/** Lists the SMS of the outbox. */
export default function SmsPage() {
  const t = useSoftwareBaseText()
  const label = useLabels('message')
  const list = useList(smsList, { filters })
  const columns: ColumnsOf<typeof smsList> = useMemo(
    () => [{ key: 'phone', title: label('phone'), width: 130, always: true }],
    [label],
  )
  return (
    <MessageListPage
      title={t('message.smsTitle')}
      purpose={t('message.smsPurpose')}
      name="sms"
      calls={calls}
      list={list}
      columns={columns}
      nameOf={nameOf}
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
