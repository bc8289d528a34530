import { useGo, useSession, useTexts } from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { IconQuestionCircle } from '@atrium/ui-kit/icons'
import { manualOf } from '../../help/index.ts'

/** The manuals of the products that the user has, by the products' names. */
export function HelpMenu() {
  const t = useTexts('shell')
  const go = useGo()
  const software = useSession(({ user }) => user?.softwareList) ?? []
  const items = software.flatMap(({ code, desc }) => {
    const manual = manualOf(code)
    return manual ? [{ key: code, label: desc, onChoose: () => go(manual.route) }] : []
  })
  if (items.length === 0) return null
  return (
    <MenuButton label={t('bar.help')} items={items}>
      <IconQuestionCircle aria-hidden="true" />
    </MenuButton>
  )
}
