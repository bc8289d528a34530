import { type ListedUser, type userList, userStatus } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { type ColumnsOf, ContactCell, RoleCell, RowActions, RowButton, StatusTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSystemText } from '../../texts/index.ts'
import { type UserHandlers, useUserActions } from './use-user-actions.ts'

/** Number of a row's actions that wide screens show directly. */
const inSight = 1

/** Returns the columns of the user list. */
export function useUserColumns(handlers: UserHandlers): ColumnsOf<typeof userList> {
  const t = useSystemText()
  const word = useContractText()
  const label = useLabels('user')
  const actionsOf = useUserActions(handlers)
  const { verify } = handlers
  return useMemo(() => {
    const words = {
      verified: word('user.value.emailValid.0'),
      unverified: word('user.value.emailValid.1'),
      verify: t('user.verify.action'),
      normal: word(`user.value.status.${userStatus.normal}`),
      locked: word(`user.value.status.${userStatus.locked}`),
    }
    /** Shows whether the address is verified. If the caller may send the verification link, shows a button for it. */
    const check = (user: ListedUser) => {
      if (user.emailValid === 0) return <StatusTag tone="good">{words.verified}</StatusTag>
      if (!user.reachable) return words.unverified
      return (
        <div className="row-actions">
          <RowButton label={words.verify} itemName={user.displayName} onChoose={() => verify(user)} />
        </div>
      )
    }
    return [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 90,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 100, sortable: true },
      { key: 'email', title: label('email'), width: 164, sortable: true },
      {
        key: 'emailValid',
        title: t('user.verify.column'),
        width: 74,
        render: (user) => user.email !== '' && check(user),
      },
      {
        key: 'phone',
        title: label('phone'),
        width: 136,
        sortable: true,
        render: ({ phone, phoneValid }) => phone !== '' && <ContactCell contact={phone} valid={phoneValid} />,
      },
      {
        key: 'roleName',
        title: label('roleId'),
        width: 160,
        render: ({ roleName, roleFrom, roleUntil, roleState }) =>
          roleName !== '' && <RoleCell name={roleName} from={roleFrom} until={roleUntil} state={roleState} />,
      },
      {
        key: 'status',
        filter: {
          choices: [
            { value: userStatus.normal, label: words.normal },
            { value: userStatus.locked, label: words.locked },
          ],
        },
        title: label('status'),
        width: 82,
        render: ({ status }) =>
          status === userStatus.normal ? (
            <StatusTag tone="good">{words.normal}</StatusTag>
          ) : (
            <StatusTag tone="bad">{words.locked}</StatusTag>
          ),
      },
      {
        key: 'actions',
        title: t('user.actions'),
        width: 78,
        actions: true,
        render: (user) => (
          <RowActions
            itemName={user.displayName}
            actions={actionsOf(user)}
            inSight={inSight}
            history={{ entity: 'app_user', entityId: user.id }}
          />
        ),
      },
    ]
  }, [t, word, label, actionsOf, verify])
}
