import { type ProductRefusal, productRefusalList } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { useMemo } from 'react'
import { shownInstant } from '../base/instant.ts'
import { RowActions } from '../list/cells.tsx'
import type { ColumnsOf } from '../list/column.ts'
import { EmptyState } from '../list/EmptyState.tsx'
import { ListParts } from '../list/ListCard.tsx'
import { usePagedList } from '../list/use-paged-list.ts'
import { useKitText } from '../texts/index.ts'
import { useRejectionActions } from './use-rejection-actions.ts'

/** Shows why a product rejected a user, and whether the user keeps what the product accepted before. */
function Reason({ refusal: { reason, keepsEarlier } }: { readonly refusal: ProductRefusal }) {
  const word = useContractText()
  return (
    <span className="invitation-reason">
      {reason || word('productRefusal.noReason')}
      {keepsEarlier && <span className="invitation-refusal">{word('productRefusal.keepsEarlier')}</span>}
    </span>
  )
}

function useRejectionColumns(tenantId: string): ColumnsOf<typeof productRefusalList> {
  const t = useKitText()
  const label = useLabels('productRefusal')
  const actionsOf = useRejectionActions(tenantId)
  return useMemo(
    () => [
      { key: 'displayName', title: label('fullName'), width: 100, always: true, pinned: true },
      { key: 'softName', title: label('softName'), width: 130, shortened: true },
      {
        key: 'reason',
        title: label('reason'),
        width: 200,
        render: (rejection) => <Reason refusal={rejection} />,
      },
      { key: 'studyName', title: label('studyName'), width: 130 },
      { key: 'email', title: label('email'), width: 180 },
      { key: 'grantorName', title: label('grantorName'), width: 90 },
      {
        key: 'refuseTime',
        title: label('refuseTime'),
        width: 150,
        sortable: true,
        render: ({ refuseTime }) => shownInstant(refuseTime),
      },
      {
        key: 'actions',
        title: t('list.actions'),
        width: 136,
        actions: true,
        render: ({ id, displayName, softName, mayDecide }) => (
          <RowActions
            itemName={displayName}
            actions={mayDecide ? actionsOf({ id, name: displayName, softName }) : []}
            history={{ entity: 'product_authorization', entityId: id }}
          />
        ),
      },
    ],
    [t, label, actionsOf],
  )
}

interface Props {
  readonly tenantId: string
}

/**
 * Lists the rejections by products in a tenant, newest first. An entry stays until its authorization is retried or
 * taken back.
 */
export function RejectionList({ tenantId }: Props) {
  const t = useKitText()
  const input = useMemo(() => ({ tenantId }), [tenantId])
  const list = usePagedList(productRefusalList, input)
  return (
    <ListParts
      list={list}
      name="productRefusals"
      label={t('invitations.tabs.refusals')}
      columns={useRejectionColumns(tenantId)}
      empty={
        <EmptyState title={t('invitations.refusals.empty')} hint={t('invitations.refusals.emptyHint')} />
      }
    />
  )
}
