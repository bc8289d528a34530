import {
  contractText,
  notifyError,
  profile,
  signOut,
  useGo,
  useSession,
  useTexts,
  withTexts,
} from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { IconIdcard, IconLock, IconPoweroff } from '@atrium/ui-kit/icons'
import { type ComponentType, Suspense, useState } from 'react'

/** Menu with the user's own actions. Hides the password change if an external identity source owns the password. */
export function UserMenu() {
  const t = useTexts('shell')
  const go = useGo()
  const signOut = useSignOut()
  const { PersonalInfo, open, close } = usePersonalInfo()
  const user = useSession((session) => session.user)
  if (!user) return null
  const foreign = profile().identitySources.includes(user.org)
  const info = {
    key: 'info',
    label: t('bar.info'),
    icon: <IconIdcard aria-hidden="true" />,
    onChoose: open,
  }
  const password = {
    key: 'password',
    label: t('bar.password'),
    icon: <IconLock aria-hidden="true" />,
    onChoose: () => go('modifyPwd'),
  }
  const leave = {
    key: 'leave',
    label: t('bar.signOut'),
    icon: <IconPoweroff aria-hidden="true" />,
    onChoose: signOut,
  }
  const own = user.inspection ? [] : [info]
  const items = foreign ? [...own, leave] : [...own, password, leave]
  const name = user.displayName || user.userName
  return (
    <>
      <MenuButton label={t('bar.user')} items={items} className="top-user">
        <span className="top-avatar" data-initial={[...name][0]} />
        <span className="top-name">{name}</span>
      </MenuButton>
      {PersonalInfo && (
        <Suspense>
          <PersonalInfo onClose={close} />
        </Suspense>
      )}
    </>
  )
}

type PersonalInfo = ComponentType<{ readonly onClose: () => void }>

/**
 * Returns the dialog for the user's own data, whose code is fetched when it opens.
 * @returns the dialog while it is open, and functions to open and close it
 */
export function usePersonalInfo() {
  const [PersonalInfo, setPersonalInfo] = useState<PersonalInfo>()
  const open = async (): Promise<void> => {
    const dialog = await loadOrNotify(withTexts(import('../account/PersonalInfo.tsx'), 'account', 'ui-kit'))
    if (dialog) setPersonalInfo(() => dialog.default)
  }
  return { PersonalInfo, open, close: () => setPersonalInfo(undefined) }
}

/** Signs out after a confirmation and goes to the sign-in page. */
function useSignOut(): () => Promise<void> {
  const t = useTexts('shell')
  const go = useGo()
  return async () => {
    const overlay = await loadOrNotify(withTexts(import('@atrium/ui-kit/overlay'), 'ui-kit'))
    const agreed = await overlay?.confirmDialog({
      title: t('signOut.title'),
      content: t('signOut.content'),
      ok: t('signOut.ok'),
    })
    if (!agreed) return
    await signOut()
    go('signInIndex')
  }
}

/**
 * Waits for code that a user's action needs. On failure, shows a message and leaves the page unchanged. The next
 * attempt fetches again.
 * @returns undefined on failure
 */
const loadOrNotify = <Code,>(code: Promise<Code>): Promise<Code | undefined> =>
  code.catch(() => {
    notifyError(contractText('transport.failed'))
    return undefined
  })
