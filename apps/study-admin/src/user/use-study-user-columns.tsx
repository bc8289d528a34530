import { blinding, membershipStatus, type StudyUser, type studyUserList, userStatus } from '@atrium/contract'
import { useContractText, useLabels, useLanguage } from '@atrium/shared-api'
import {
  type ColumnsOf,
  nameIn,
  OutcomeTag,
  PeriodCell,
  type RowAction,
  RowActions,
  StatusTag,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'
import { NotificationState } from './NotificationState.tsx'
import type { useNotifyAgain } from './notifications.ts'

type NotifyAgain = ReturnType<typeof useNotifyAgain>

/** Separator between names. */
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

/** Shows whether the user can use the authorization and, if not, the first reason. */
function State({ user }: { readonly user: StudyUser }) {
  const t = useStudyText()
  const shared = useContractText()
  const { enabled, status, memberState, accessState, isUntrained } = user
  if (enabled === membershipStatus.disabled) return <StatusTag tone="bad">{t('user.disabled')}</StatusTag>
  if (status !== userStatus.normal) return <StatusTag tone="bad">{t('user.locked')}</StatusTag>
  if (memberState !== 'current') return <StatusTag tone="bad">{t(`user.member.${memberState}`)}</StatusTag>
  if (accessState === 'ended')
    return <StatusTag tone="bad">{shared(`period.states.${accessState}`)}</StatusTag>
  if (accessState === 'upcoming')
    return <StatusTag tone="info">{shared(`period.states.${accessState}`)}</StatusTag>
  if (isUntrained) return <StatusTag tone="bad">{t('user.untrained')}</StatusTag>
  return <StatusTag tone="good">{t('user.usable')}</StatusTag>
}

/** Shows the user's roles in the product. */
function Roles({ names }: { readonly names: readonly string[] }) {
  const language = useLanguage()
  const shown = names.map((name) => nameIn(language, name)).join(separator[language])
  return <span title={shown}>{shown}</span>
}

function Blinding({ isBlind }: { readonly isBlind: number }) {
  const t = useStudyText()
  const isBlinded = isBlind === blinding.blinded
  return (
    <StatusTag tone={isBlinded ? 'info' : 'warning'}>
      {t(isBlinded ? 'invitation.blinded' : 'invitation.unblinded')}
    </StatusTag>
  )
}

/** Shows the name, when the user's authorizations begin or end, and what suspends them. It stays in sight while the table scrolls. */
function Name({ user }: { readonly user: StudyUser }) {
  const t = useStudyText()
  const { displayName, accessFrom, accessUntil, accessState, periodsDiffer, memberState, isUntrained } = user
  const isLimited = accessFrom !== '' || accessUntil !== ''
  return (
    <>
      {displayName}
      {isLimited && (
        <div className="study-user-note study-user-period">
          <PeriodCell from={accessFrom} until={accessUntil} state={accessState} />
        </div>
      )}
      {periodsDiffer && <div className="study-user-note">{t('user.periodsDiffer')}</div>}
      {memberState !== 'current' && <div className="study-user-note">{t(`user.member.${memberState}`)}</div>}
      {isUntrained && <div className="study-user-note">{t('user.untrained')}</div>}
    </>
  )
}

/** Shows the state of the user's rights at the product. A grant that the product has not accepted comes first. */
function ProductState({
  user: { userId, displayName, grantState, notification },
  notifyAgain,
}: {
  readonly user: StudyUser
  readonly notifyAgain: NotifyAgain
}) {
  const t = useStudyText()
  if (grantState === 'waiting' || grantState === 'planned' || grantState === 'training')
    return <OutcomeTag outcome={grantState} />
  if (grantState === 'refused')
    return (
      <>
        <OutcomeTag outcome={grantState} />
        <div className="study-user-note">{t('user.refusedWhy')}</div>
      </>
    )
  return (
    <NotificationState
      notification={notification}
      userName={displayName}
      onNotifyAgain={() => void notifyAgain([userId])}
    />
  )
}

interface About {
  /** Whether roles in the product are blinded or unblinded. */
  readonly hasBlinding: boolean
  /** Notifies the product again. Must stay the same function between renders, like the others. */
  readonly notifyAgain: NotifyAgain
  /** Returns the action that extends a user's authorization. */
  readonly actionOf: (user: StudyUser) => RowAction
}

/** Returns the columns of authorized users. */
export function useStudyUserColumns(about: About): ColumnsOf<typeof studyUserList> {
  const { hasBlinding, notifyAgain, actionOf } = about
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
        pinned: true,
        render: (user) => <Name user={user} />,
      },
      {
        key: 'notification',
        title: t('user.productState'),
        width: 150,
        render: (user) => <ProductState user={user} notifyAgain={notifyAgain} />,
      },
      { key: 'userName', title: label('userName'), width: 140, sortable: true, hidden: true },
      {
        key: 'roleNames',
        title: t('user.productRole'),
        width: 140,
        render: ({ roleNames, hidesRoles }) =>
          hidesRoles ? t('user.hiddenRoles') : roleNames.length > 0 && <Roles names={roleNames} />,
      },
      ...(hasBlinding
        ? [
            {
              key: 'isBlind',
              title: t('invitation.blinding'),
              width: 80,
              render: ({ isBlind }: StudyUser) => isBlind !== null && <Blinding isBlind={isBlind} />,
            } as const,
          ]
        : []),
      { key: 'siteNames', title: t('user.scope'), width: 160, render: (user) => <Scope user={user} /> },
      { key: 'email', title: label('email'), width: 180, sortable: true },
      { key: 'phone', title: label('phone'), width: 130, hidden: true },
      { key: 'roleName', title: t('user.role'), width: 130, hidden: true },
      { key: 'enabled', title: t('user.state'), width: 130, render: (user) => <State user={user} /> },
      {
        key: 'actions',
        title: t('user.actions'),
        width: 72,
        actions: true,
        render: (user) => (
          <RowActions
            itemName={user.displayName}
            actions={[actionOf(user)]}
            history={{ entity: 'study_user', entityId: user.userId }}
          />
        ),
      },
    ],
    [t, label, hasBlinding, notifyAgain, actionOf],
  )
}
