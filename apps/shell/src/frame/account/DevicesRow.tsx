import { useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { SessionsDialog } from '@atrium/ui-kit/sessions'
import { useState } from 'react'

/** The way from the personal information to where the user is signed in. */
export function DevicesRow() {
  const t = useTexts('account')
  const [open, setOpen] = useState(false)
  return (
    <div>
      <dt>{t('devices')}</dt>
      <dd>
        <Button className="personal-devices" type="text" size="mini" onClick={() => setOpen(true)}>
          {t('showDevices')}
        </Button>
        <SessionsDialog open={open} title={t('devices')} onClose={() => setOpen(false)} />
      </dd>
    </div>
  )
}
