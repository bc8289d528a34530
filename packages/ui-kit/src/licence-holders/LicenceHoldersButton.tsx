import type { Licence } from '@atrium/contract'
import type { ReactNode } from 'react'
import { useShownDialog } from '../overlay/use-shown-dialog.ts'
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
  const dialog = useShownDialog()
  return (
    <>
      <button
        type="button"
        className="licence-holders-open"
        title={t('licenceHolders.open', { tenant, software })}
        onClick={dialog.show}
      >
        {children}
      </button>
      {dialog.isRendered && <LicenceHoldersDialog licence={licence} {...dialog.props} />}
    </>
  )
}
