import { Button } from '@arco-design/web-react'
import { invitationList } from '@atrium/contract'
import { useMemo } from 'react'
import { EmptyState } from '../list/EmptyState.tsx'
import { KeywordInput } from '../list/filters.tsx'
import { ListParts } from '../list/ListCard.tsx'
import { usePagedList } from '../list/usePagedList.ts'
import { Dialog } from '../overlay/Dialog.tsx'
import { useKitText } from '../texts/index.ts'
import { useInvitationColumns } from './useInvitationColumns.tsx'

interface Props {
  readonly tenantId: string
  readonly open: boolean
  readonly onClose: () => void
}

const filters = { keyWord: '', state: '' }

/** The invitations into a tenant, the latest first: search by address, filter by state, withdraw, send again. */
export function InvitationsDialog({ tenantId, open, onClose }: Props) {
  const t = useKitText()
  const input = useMemo(() => ({ tenantId }), [tenantId])
  const list = usePagedList(invitationList, input, { filters, enabled: open })
  const columns = useInvitationColumns()
  return (
    <Dialog
      open={open}
      title={t('invitations.title')}
      width={1000}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="invitations">
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
      </div>
    </Dialog>
  )
}
