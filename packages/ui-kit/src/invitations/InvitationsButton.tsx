import { Button } from '@arco-design/web-react'
import { useAddressState } from '@atrium/shared-api'
import { useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { InvitationsDialog, type RecordsPart } from './InvitationsDialog.tsx'

export interface InvitationsButtonProps {
  /** Tenant whose invitations are shown; '' if none is chosen yet. */
  readonly tenantId: string
}

/** `records=refusals` in the address opens the dialog with its list of rejections, as links on the home page do. */
const defaults = { records: '' }

/**
 * Opens the invitations into a tenant, and the rejections by its products. The remote provides the texts of the
 * contract's areas `invitation` and `productRefusal`.
 */
export function InvitationsButton({ tenantId }: InvitationsButtonProps) {
  const t = useKitText()
  const [{ records }, setAddress] = useAddressState(defaults)
  const [open, setOpen] = useState(records === 'refusals')
  const [shown, setShown] = useState<RecordsPart>(open ? 'refusals' : 'invitations')
  const close = () => {
    setOpen(false)
    setAddress(defaults, { replace: true })
  }
  return (
    <>
      <Button disabled={tenantId === ''} onClick={() => setOpen(true)}>
        {t('invitations.title')}
      </Button>
      {tenantId !== '' && (
        <InvitationsDialog
          key={tenantId}
          tenantId={tenantId}
          open={open}
          shown={shown}
          onShow={setShown}
          onClose={close}
        />
      )}
    </>
  )
}
