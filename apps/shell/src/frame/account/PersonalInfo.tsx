import { profile, useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { Dialog, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { ContactDialog } from './contact/ContactDialog.tsx'
import { ContactRow } from './contact/ContactRow.tsx'
import { useContacts } from './contact/useContacts.ts'
import { DevicesRow } from './DevicesRow.tsx'
import { EditDialog, type OwnData, ownDataOf } from './EditDialog.tsx'
import { EmailStatus } from './EmailStatus.tsx'
import { personalRows } from './personal-rows.ts'
import { useOwnProfile } from './useOwnProfile.ts'
import './texts/index.ts'
import './personal-info.css'

/** The user's own data, to read and to edit. */
export default function PersonalInfo({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('account')
  const user = useOwnProfile()
  const [open, setOpen] = useState(true)
  const editing = useEntityDialog<OwnData>()
  const contacts = useContacts()
  if (!user) return null
  const foreign = profile().identitySources.includes(user.org)
  const close = () => setOpen(false)
  const footer = (
    <>
      <Button onClick={close}>{t('close')}</Button>
      <Button type="primary" onClick={() => editing.edit(ownDataOf(user))}>
        {t('edit')}
      </Button>
    </>
  )
  const changes = foreign ? undefined : contacts
  const rows = personalRows(user, t, {
    email: (
      <ContactRow kind="email" contact={user.email} contacts={changes}>
        <EmailStatus {...user} />
      </ContactRow>
    ),
    phone: <ContactRow kind="phone" contact={user.phone} contacts={changes} />,
  })
  return (
    <>
      <Dialog open={open} title={t('title')} width={560} onClose={close} afterClose={onClose} footer={footer}>
        <dl className="personal-info">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || t('none')}</dd>
            </div>
          ))}
          <DevicesRow />
        </dl>
      </Dialog>
      <EditDialog state={editing} />
      <ContactDialog contacts={contacts} />
    </>
  )
}
