import { privacyExport, type User, userCenterInfo } from '@atrium/contract'
import { currentLanguage, loadUser, profile, setLanguage, useSession, useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { DownloadProgress, shownZone, useCall, useDownloadProgress, useDownloads } from '@atrium/ui-kit/list'
import { Dialog, useEntityDialog } from '@atrium/ui-kit/overlay'
import { SessionsDialog } from '@atrium/ui-kit/sessions'
import { useEffect, useState } from 'react'
import { ContactDialog } from './contact/ContactDialog.tsx'
import { ContactRow, EmailStatus, PhoneStatus } from './contact/ContactRow.tsx'
import { useContacts } from './contact/use-contacts.ts'
import { EditDialog, type PersonalData, personalDataOf } from './EditDialog.tsx'
import { personalRows } from './personal-rows.ts'
import './texts/index.ts'
import './personal-info.css'

/** Shows and edits the user's own data. */
export default function PersonalInfo({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('account')
  const user = useOwnProfile()
  const [open, setOpen] = useState(true)
  const editing = useEntityDialog<PersonalData>()
  const contacts = useContacts()
  if (!user) return null
  const foreign = profile().identitySources.includes(user.org)
  const close = () => setOpen(false)
  const footer = (
    <>
      <Button onClick={close}>{t('close')}</Button>
      <Button type="primary" onClick={() => editing.edit(personalDataOf(user))}>
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
    phone: (
      <ContactRow kind="phone" contact={user.phone} contacts={changes}>
        <PhoneStatus {...user} contacts={changes} />
      </ContactRow>
    ),
  })
  return (
    <>
      <Dialog
        open={open}
        title={t('title')}
        width={560}
        history={{ entity: 'app_user', entityId: user.id, name: user.fullName }}
        onClose={close}
        afterClose={onClose}
        footer={footer}
      >
        <dl className="personal-info">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || t('none')}</dd>
            </div>
          ))}
          <DevicesRow />
          <OwnDataRow />
        </dl>
      </Dialog>
      <EditDialog state={editing} />
      <ContactDialog contacts={contacts} />
    </>
  )
}

/** Opens the list of devices on which the user is signed in. */
function DevicesRow() {
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

/** Exports what is stored about the user. */
function OwnDataRow() {
  const t = useTexts('account')
  const busy = t('exportRunning')
  const downloads = useDownloads({ done: t('exportDone'), cancelled: t('exportCancelled'), busy })
  const isBusy = useDownloadProgress(downloads) !== undefined
  return (
    <div>
      <dt>{t('ownData')}</dt>
      <dd>
        <Button
          className="personal-devices"
          type="text"
          size="mini"
          disabled={isBusy}
          onClick={() => void downloads.start(privacyExport, { id: '', timeZone: shownZone })}
        >
          {t('exportOwnData')}
        </Button>
        <DownloadProgress downloads={downloads} label={() => busy} cancel={t('cancelExport')} />
      </dd>
    </div>
  )
}

/**
 * Returns the user's current profile from the server, or the session's copy until it arrives. A newer profile
 * also updates the session and the page's language.
 */
function useOwnProfile() {
  const known = useSession(({ user }) => user)
  const { data } = useCall<typeof userCenterInfo>(userCenterInfo, {}, { keepPrevious: true })
  useEffect(() => {
    if (data && known && data.rowVersion > known.rowVersion) follow(data, known)
  }, [data, known])
  return known && { ...known, ...data }
}

function follow(now: User, before: User): void {
  loadUser().catch(() => undefined)
  if (now.language !== before.language && now.language !== currentLanguage()) {
    setLanguage(now.language).catch(() => undefined)
  }
}
