import type { Licence } from '@atrium/contract'
import { type ReactNode, useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { LicenceHoldersDialog } from './LicenceHoldersDialog.tsx'

export interface LicenceHoldersButtonProps {
  readonly licence: Licence
  /** Number of users, shown as a button that opens the list of them. */
  readonly children: ReactNode
}

/**
 * Opens the list of users and invitations that hold a licence's seats. The remote provides the texts of the
 * contract's area `licence`.
 */
export function LicenceHoldersButton({ licence, children }: LicenceHoldersButtonProps) {
  const t = useKitText()
  const { tenantName: tenant, softwareName: software } = licence
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(false)
  const show = () => {
    setShown(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className="licence-holders-open"
        title={t('licenceHolders.open', { tenant, software })}
        onClick={show}
      >
        {children}
      </button>
      {shown && (
        <LicenceHoldersDialog
          licence={licence}
          open={open}
          onClose={() => setOpen(false)}
          afterClose={() => setShown(false)}
        />
      )}
    </>
  )
}
