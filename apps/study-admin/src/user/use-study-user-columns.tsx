import { membershipStatus, type StudyUser, type studyUserList, userStatus } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { type ColumnsOf, StatusTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'

/** Separator between site names. */
const separator = { zh: '、', en: ', ' } as const

/** Shows where a user is authorized: in the whole study, or at the named sites. */
function Scope({ user }: { readonly user: StudyUser }) {
  const t = useStudyText()
  const language = useLanguage()
  const { wholeStudy, siteCount, siteNames } = user
  if (wholeStudy) return <StatusTag tone="info">{t('user.wholeStudy')}</StatusTag>
  const sites = siteNames.join(separator[language])
  const shown = siteCount > siteNames.length ? t('user.sitesAndMore', { sites, count: siteCount }) : sites
  return <span title={shown}>{shown}</span>
}

/** Shows whether an authorized user can sign in and has access to the tenant. */
function State({ user: { enabled, status } }: { readonly user: StudyUser }) {
  const t = useStudyText()
  if (enabled === membershipStatus.disabled) return <StatusTag tone="bad">{t('user.disabled')}</StatusTag>
  if (status !== userStatus.normal) return <StatusTag tone="bad">{t('user.locked')}</StatusTag>
  return <StatusTag tone="good">{t('user.usable')}</StatusTag>
}

/** Returns the columns of authorized users. */
export function useStudyUserColumns(): ColumnsOf<typeof studyUserList> {
  const t = useStudyText()
  const label = useLabels('studyUser')
  return useMemo(
    () => [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 120,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 140, sortable: true },
      { key: 'siteNames', title: t('user.scope'), width: 200, render: (user) => <Scope user={user} /> },
      { key: 'email', title: label('email'), width: 200, sortable: true },
      { key: 'phone', title: label('phone'), width: 130, hidden: true },
      { key: 'roleName', title: t('user.role'), width: 130, hidden: true },
      { key: 'enabled', title: t('user.state'), width: 90, render: (user) => <State user={user} /> },
    ],
    [t, label],
  )
}
