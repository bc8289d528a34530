import {
  authorizationTypes,
  type Software,
  signInStyles,
  softwareCodes,
  type softwareList,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn, StatusTag } from '@atrium/ui-kit/list'
import { useCall } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (software: Software) => void
  readonly remove: (input: { id: string }, name: string) => void
}

/** Fetches the styles of authorization with their numbers. They never change. */
export const useAuthorizationTypes = () => useCall(authorizationTypes, {}, { staleTime: Infinity })

/** Returns the key of the name of a sign-in style. */
export const signInTextOf = (style: number) =>
  style === signInStyles.openId ? 'software.signIn.openId' : 'software.signIn.handOver'

/** Returns the columns of the product list. */
export function useSoftwareColumns({ edit, remove }: Handlers): ColumnsOf<typeof softwareList> {
  const t = useSoftwareBaseText()
  const label = useLabels('software')
  const shared = useContractText()
  const { data: styles } = useAuthorizationTypes()
  return useMemo(() => {
    const keyState = ({ id, appKey, formerKeyEndsAt }: Software) => {
      // The suite itself needs no key.
      if (id === softwareCodes.account && appKey === '') return null
      if (appKey === '') return <StatusTag tone="warning">{t('software.key.missing')}</StatusTag>
      if (formerKeyEndsAt !== '') return <StatusTag tone="info">{t('software.key.rotating')}</StatusTag>
      return <StatusTag tone="good">{t('software.key.set')}</StatusTag>
    }
    return [
      {
        key: 'softwareName',
        title: label('softwareName'),
        width: 240,
        sortable: true,
        always: true,
        render: ({ displayName }) => <span title={displayName}>{displayName}</span>,
      },
      { key: 'webCode', title: label('webCode'), width: 104 },
      { key: 'appCode', title: label('appCode'), width: 110 },
      {
        key: 'signInStyle',
        title: label('signInStyle'),
        width: 130,
        render: ({ signInStyle }) => shared(signInTextOf(signInStyle)),
      },
      { key: 'appKey', title: t('software.key.column'), width: 100, render: keyState },
      {
        key: 'validityTime',
        title: label('validityTime'),
        width: 130,
        render: ({ validityTime }) =>
          validityTime === 0 ? t('software.never') : t('software.minutes', { count: validityTime }),
      },
      {
        key: 'authorizationStyle',
        title: label('authorizationStyle'),
        width: 110,
        render: ({ authorizationStyle }) =>
          styles?.find(({ code }) => code === String(authorizationStyle))?.desc,
      },
      { key: 'describe', title: label('describe'), width: 200, hidden: true },
      { key: 'sort', title: label('sort'), width: 80, numeric: true, sortable: true },
      editColumn({
        name: ({ displayName }) => displayName,
        history: 'software',
        edit,
        remove: ({ id, displayName }) => remove({ id }, displayName),
        mayRemove: ({ id }) => id !== softwareCodes.account,
      }),
    ]
  }, [t, label, shared, styles, edit, remove])
}
