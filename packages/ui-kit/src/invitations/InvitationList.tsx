import { invitationList } from '@atrium/contract'
import { useMemo } from 'react'
import { EmptyState } from '../list/EmptyState.tsx'
import { KeywordInput } from '../list/filters.tsx'
import { ListParts } from '../list/ListCard.tsx'
import { usePagedList } from '../list/use-paged-list.ts'
import { useKitText } from '../texts/index.ts'
import { useInvitationColumns } from './use-invitation-columns.tsx'

interface Props {
  readonly tenantId: string
}

const filters = { keyWord: '', state: '' }

/**
 * Lists the invitations into a tenant, newest first, with search by address and filter by state. Invitations can be
 * withdrawn or resent.
 */
export function InvitationList({ tenantId }: Props) {
  const t = useKitText()
  const input = useMemo(() => ({ tenantId }), [tenantId])
  const list = usePagedList(invitationList, input, { filters })
  const columns = useInvitationColumns(tenantId)
  return (
    <ListParts
      list={list}
      name="invitations"
      label={t('invitations.title')}
      columns={columns}
      filters={
        <KeywordInput
          placeholder={t('invitations.search')}
          value={list.state.values.keyWord ?? ''}
          onChange={(keyWord) => list.state.filter({ keyWord })}
        />
      }
      empty={<EmptyState title={t('invitations.empty')} hint={t('invitations.emptyHint')} />}
    />
  )
}
