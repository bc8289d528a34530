import { type Mail, mailList, mailLog, mailResend } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, KeywordInput, useList } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { messageFilters } from './MessageFilters.tsx'
import { MessageListPage } from './MessageListPage.tsx'

const calls = { list: mailList, log: mailLog, resend: mailResend }
const filters = { ...messageFilters, subject: '', keyWord: '' }
const nameOf = ({ subject, to }: Mail) => `${subject} ${to}`

/** Lists the e-mails of the outbox. */
export default function MailPage() {
  const t = useSoftwareBaseText()
  const label = useLabels('message')
  const list = useList(mailList, { filters })
  const { values, filter } = list.state
  const columns: ColumnsOf<typeof mailList> = useMemo(
    () => [
      { key: 'subject', title: label('subject'), width: 180, always: true },
      { key: 'to', title: label('to'), width: 140 },
    ],
    [label],
  )
  return (
    <MessageListPage
      title={t('message.mailTitle')}
      purpose={t('message.mailPurpose')}
      name="email"
      calls={calls}
      list={list}
      columns={columns}
      nameOf={nameOf}
      search={
        <>
          <KeywordInput
            placeholder={t('message.searchSubject')}
            value={values.subject ?? ''}
            onChange={(subject) => filter({ subject })}
          />
          <KeywordInput
            placeholder={t('message.searchMail')}
            value={values.keyWord ?? ''}
            onChange={(keyWord) => filter({ keyWord })}
          />
        </>
      }
    />
  )
}
