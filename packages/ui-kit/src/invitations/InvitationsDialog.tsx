import { Button } from '@arco-design/web-react'
import { Tabs } from '../list/Tabs.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import { useKitText } from '../texts/index.ts'
import { InvitationList } from './InvitationList.tsx'
import { RejectionList } from './RejectionList.tsx'

/** Tabs of the dialog. */
const parts = ['invitations', 'refusals'] as const
export type RecordsPart = (typeof parts)[number]

interface Props {
  readonly tenantId: string
  readonly open: boolean
  readonly shown: RecordsPart
  readonly onShow: (part: RecordsPart) => void
  readonly onClose: () => void
}

/** Shows the invitations into a tenant, and the rejections by its products. */
export function InvitationsDialog({ tenantId, open, shown, onShow, onClose }: Props) {
  const t = useKitText()
  return (
    <Dialog
      open={open}
      title={t('invitations.title')}
      width={1000}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="invitations">
        <Tabs
          tabs={parts.map((key) => ({ key, label: t(`invitations.tabs.${key}`) }))}
          shown={shown}
          onShow={(key) => onShow(key as RecordsPart)}
          label={t('invitations.title')}
          panelClassName="invitations-part"
        >
          {shown === 'invitations' ? (
            <InvitationList tenantId={tenantId} />
          ) : (
            <RejectionList tenantId={tenantId} />
          )}
        </Tabs>
      </div>
    </Dialog>
  )
}
