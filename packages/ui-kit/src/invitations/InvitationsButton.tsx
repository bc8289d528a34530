import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { InvitationsDialog } from './InvitationsDialog.tsx'

export interface InvitationsButtonProps {
  /** The tenant whose invitations are shown; '' where none is chosen yet. */
  readonly tenantId: string
}

/** Opens the invitations into a tenant. The remote brings the texts of the contract's area `invitation`. */
export function InvitationsButton({ tenantId }: InvitationsButtonProps) {
  const t = useKitText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabled={tenantId === ''} onClick={() => setOpen(true)}>
        {t('invitations.title')}
      </Button>
      {tenantId !== '' && (
        <InvitationsDialog key={tenantId} tenantId={tenantId} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
