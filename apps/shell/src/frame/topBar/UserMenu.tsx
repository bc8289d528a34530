import { profile, useGo, useSession, useTexts } from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { IconIdcard, IconLock, IconPoweroff } from '@atrium/ui-kit/icons'
import { Suspense } from 'react'
import { usePersonalInfo } from './usePersonalInfo.ts'
import { useSignOut } from './useSignOut.ts'

/** What users do about themselves. Whose identity another source keeps changes the password there. */
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
  const name = user.fullName || user.userName
  return (
    <>
      <MenuButton
        label={t('bar.user')}
        items={foreign ? [info, leave] : [info, password, leave]}
        className="top-user"
      >
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
