import type { User } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { Dialog, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { DevicesRow } from './DevicesRow.tsx'
import { EditDialog } from './EditDialog.tsx'
import { EmailRow } from './EmailRow.tsx'
import { personalRows } from './personal-rows.ts'
import { useOwnProfile } from './useOwnProfile.ts'
import './texts/index.ts'
import './personal-info.css'

/** The user's own data, to read and to edit. */
export default function PersonalInfo({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('account')
  const user = useOwnProfile()
  const [open, setOpen] = useState(true)
  const editing = useEntityDialog<User>()
  if (!user) return null
  const close = () => setOpen(false)
  const footer = (
    <>
      <Button onClick={close}>{t('close')}</Button>
      <Button type="primary" onClick={() => editing.edit(user)}>
        {t('edit')}
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={open} title={t('title')} width={520} onClose={close} afterClose={onClose} footer={footer}>
        <dl className="personal-info">
          {personalRows(user, t, <EmailRow {...user} />).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || t('none')}</dd>
            </div>
          ))}
          <DevicesRow />
        </dl>
      </Dialog>
      <EditDialog state={editing} />
    </>
  )
}
